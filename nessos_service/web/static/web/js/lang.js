/**
 * Words of the page in the reader's language, switched at once. Dates, numbers and plural forms are the browser's.
 *
 * A text is named by its key in lang/en.js; `{name}` in it is filled in. A key with plural forms is an object by the
 * names of Intl.PluralRules, chosen by `n`.
 */
import {en} from './lang/en.js';
import {fr} from './lang/fr.js';

/** @typedef {keyof typeof en} Key */
/** @typedef {string|Record<string, string>} Text */

/** @type {Record<string, Record<string, Text>>} */
const CATALOGUES = {en, fr};
export const LANGUAGES = /** @type {const} */ ({en: 'English', fr: 'Français'});

let language = CATALOGUES[globalThis.document?.documentElement.lang ?? 'en']
  ? (globalThis.document?.documentElement.lang ?? 'en')
  : 'en';
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language now: `en` or `fr`. */
export function currentLanguage() {
  return language;
}

/** Call `draw` whenever the language changes. @param {() => void} draw */
export function onLanguage(draw) {
  listeners.add(draw);
}

/** Speak another language from now on, on the next pages too. @param {string} code */
export function setLanguage(code) {
  if (!CATALOGUES[code]) return;
  language = code;
  if (globalThis.document) {
    document.documentElement.lang = code;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `django_language=${code}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
  for (const draw of listeners) draw();
}

/** The text of that name. @param {Key} key @param {Record<string, string|number>} [values] @returns {string} */
export function t(key, values = {}) {
  const text = CATALOGUES[language][key] ?? en[key] ?? key;
  const form = typeof text === 'string' ? text : (text[plural(Number(values.n))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/**
 * The text of a name that is put together from data, such as the code of a refusal; null when there is none.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function tMaybe(key, values) {
  return key in en ? t(/** @type {Key} */ (key), values) : null;
}

/** @param {number} n */
function plural(n) {
  return new Intl.PluralRules(language).select(n);
}

/** @param {string|number} value */
function shown(value) {
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
}

/** "Ann, Ben and Cleo". @param {string[]} names @param {'conjunction'|'disjunction'} [type] */
export function listed(names, type = 'conjunction') {
  return new Intl.ListFormat(language, {type}).format(names);
}

/** A moment as one reads it. @param {string} moment */
export function momentIn(moment) {
  return new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'short'}).format(new Date(moment));
}

/** A day as one reads it. @param {string} moment */
export function dayIn(moment) {
  return new Intl.DateTimeFormat(language, {dateStyle: 'medium'}).format(new Date(moment));
}

const UNITS = /** @type {const} */ ([
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]);

/** A length of time in its two largest units: "2 days, 3 hours". @param {number} seconds */
export function lengthIn(seconds) {
  let rest = Math.max(0, Math.round(seconds));
  const parts = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0 && parts.length < 2) {
      parts.push(new Intl.NumberFormat(language, {style: 'unit', unit, unitDisplay: 'long'}).format(count));
    }
    if (parts.length > 0 && count === 0 && parts.length === 1) break;
    rest -= count * size;
  }
  if (parts.length === 0)
    return new Intl.NumberFormat(language, {style: 'unit', unit: 'second', unitDisplay: 'long'}).format(0);
  return new Intl.ListFormat(language, {type: 'unit'}).format(parts);
}

/** Seconds from now to a moment; negative when it is past. @param {string} moment */
export function secondsTo(moment) {
  return (Date.parse(moment) - Date.now()) / 1000;
}

/** "Nemean Lion". @param {number} card */
export function cardName(card) {
  return t(/** @type {Key} */ (`card_${card}`));
}

/** "Nemean Lion 3"; Charon has no number. @param {number} card */
export function cardInWords(card) {
  return card === 0 ? cardName(0) : `${cardName(card)} ${card}`;
}
