/**
 * Elements out of data. Text is only ever set as text: nothing that people wrote is read as markup.
 *
 * `h` describes an element; `draw` makes a place show what is described and touches only what is different, so that
 * focus, scrolling and transitions live on.
 */

/** @typedef {Node|string|number|null|undefined|false} Child */
/**
 * @typedef {Record<string, any>} Props `on` holds listeners; `key` tells siblings apart; what is in a `keep` is others' business; false, null and undefined are left out
 */
/** @typedef {Element & {_on?: Record<string, (event: any) => void>, _key?: string, _keep?: boolean}} Live */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element.
 * @param {string} tag
 * @param {Props|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = null, ...children) {
  return /** @type {HTMLElement} */ (dressed(document.createElement(tag), props, children));
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Props|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, props = null, ...children) {
  return /** @type {SVGElement} */ (dressed(document.createElementNS(SVG, tag), props, children));
}

/** @param {Live} element @param {Props|null} props @param {(Child|Child[])[]} children */
function dressed(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') listen(element, value);
    else if (name === 'key') element._key = String(value);
    else if (name === 'keep') element._keep = true;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** @param {Live} element @param {Record<string, (event: any) => void>} listeners */
function listen(element, listeners) {
  for (const kind of Object.keys(listeners)) {
    if (!element._on?.[kind]) element.addEventListener(kind, answer);
  }
  element._on = {...element._on, ...listeners};
}

/** @param {Event} event */
function answer(event) {
  const element = /** @type {Live} */ (event.currentTarget);
  element._on?.[event.type]?.(event);
}

/** Let `place` show exactly these children. @param {Element} place @param {...(Child|Child[])} children */
export function draw(place, ...children) {
  const wanted = document.createElement('div');
  dressed(wanted, null, children);
  children_(place, wanted);
}

/** @param {Element} old @param {Element} wanted */
function children_(old, wanted) {
  /** @type {Map<string, Live>} */
  const keyed = new Map();
  for (const child of /** @type {Iterable<Live>} */ (old.children)) if (child._key) keyed.set(child._key, child);
  let here = /** @type {ChildNode|null} */ (old.firstChild);
  for (const child of [...wanted.childNodes]) {
    const key = /** @type {Live} */ (/** @type {unknown} */ (child))._key;
    const match = key ? keyed.get(key) : here;
    if (match && isAlike(match, child)) {
      if (match === here) here = here.nextSibling;
      else old.insertBefore(match, here);
      become(match, child);
    } else {
      old.insertBefore(child, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/** @param {Node} old @param {Node} wanted */
function isAlike(old, wanted) {
  const key = (/** @type {any} */ node) => node._key;
  return old.nodeType === wanted.nodeType && old.nodeName === wanted.nodeName && key(old) === key(wanted);
}

/** @param {Node} old @param {Node} wanted */
function become(old, wanted) {
  if (old instanceof Text) {
    const text = /** @type {Text} */ (wanted);
    if (old.data !== text.data) old.data = text.data;
    return;
  }
  const from = /** @type {Live} */ (old);
  const to = /** @type {Live} */ (wanted);
  for (const {name} of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const {name, value} of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const gone = Object.keys(from._on ?? {}).filter((kind) => !to._on?.[kind]);
  for (const kind of gone) if (from._on) (delete from._on[kind], from.removeEventListener(kind, answer));
  if (to._on) listen(from, to._on);
  if (to._keep) return;
  // What somebody types is theirs.
  if (from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) return;
  const chosen = from instanceof HTMLSelectElement ? from.value : null;
  children_(from, to);
  if (chosen !== null && from instanceof HTMLSelectElement) from.value = chosen;
}

/** The element of that id, which the shell has. @param {string} id @returns {HTMLElement} */
export function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Is movement to be spared? */
export function isStill() {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
}
