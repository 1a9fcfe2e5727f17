// Light or dark, before anything is drawn: the only script that is no module. Only looks are kept here, nothing else.
(() => {
  try {
    const theme = localStorage.getItem('nessos.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden: then the system says.
  }
})();
