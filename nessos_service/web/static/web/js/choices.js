/** What is kept in this browser: looks and habits. Never a token, never anything of a game. */

/** @typedef {'theme'|'pace'|'keys'} Choice */

/** @param {Choice} name @param {string} otherwise */
export function chosen(name, otherwise) {
  try {
    return localStorage.getItem(`nessos.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {Choice} name @param {string} value */
export function choose(name, value) {
  try {
    localStorage.setItem(`nessos.${name}`, value);
  } catch {
    // Storage may be forbidden: then it holds for this page.
  }
  if (name === 'theme') {
    if (value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  }
}
