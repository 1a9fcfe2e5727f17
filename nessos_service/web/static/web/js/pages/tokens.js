/**
 * Personal tokens: for clients of one's own. A new one is shown once, and kept nowhere in the browser.
 */
import {draw, h, place} from '../dom.js';
import {momentIn, t} from '../lang.js';
import {api, attempt, begin, currentAccount, isGuest, sessionChanged} from '../shell.js';

/**
 * @typedef {{id: string, label: string, scopes: string[], created_at: string, last_used_at?: string|null, expires_at: string|null}} Token
 */

/** @type {Token[]} */
let tokens = [];
let fresh = '';

await begin(page, load);

async function load() {
  if (currentAccount() !== null) tokens = (await api.tokens()).items;
}

function page() {
  const account = currentAccount();
  draw(
    place('main'),
    h('h1', null, t('tokens')),
    h('p', null, t('tokens_about')),
    account === null ? h('p', null, h('a', {href: '/login?next=/tokens'}, t('sign_in'))) : null,
    account !== null && isGuest(account)
      ? h('p', null, t('tokens_guest'), ' ', h('a', {href: '/login'}, t('guest_keep')))
      : null,
    fresh
      ? h('p', {class: 'fresh', role: 'status'}, t('token_shown_once'), h('code', {id: 'fresh-token'}, fresh))
      : null,
    account === null ? null : [list(), isGuest(account) ? null : form(account.name)],
  );
}

function list() {
  return h(
    'ul',
    {class: 'tokens', key: 'list'},
    tokens.map((token) =>
      h(
        'li',
        {key: token.id, class: 'row'},
        h(
          'span',
          null,
          h('b', null, token.label || t('token_unlabelled')),
          ' ',
          h('span', {class: 'quiet'}, token.scopes.join(', ')),
        ),
        h(
          'span',
          {class: 'quiet'},
          t('token_made', {at: momentIn(token.created_at)}),
          token.expires_at ? ` · ${t('token_expires', {at: momentIn(token.expires_at)})}` : '',
        ),
        h('button', {type: 'button', class: 'button', on: {click: () => revoke(token)}}, t('token_revoke')),
      ),
    ),
  );
}

/** @param {string} name */
function form(name) {
  return h(
    'form',
    {class: 'form', key: 'new', on: {submit: (/** @type {SubmitEvent} */ event) => make(event, name)}},
    h('h2', null, t('token_new')),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'label'}, t('token_label')),
      h('input', {id: 'label', name: 'label', maxlength: 60, required: true}),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'scopes'}, t('token_scopes')),
      h(
        'select',
        {id: 'scopes', name: 'scopes'},
        h('option', {value: 'read play'}, t('scope_play')),
        h('option', {value: 'read'}, t('scope_read')),
      ),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'expires'}, t('token_lives')),
      h(
        'select',
        {id: 'expires', name: 'expires'},
        h('option', {value: ''}, t('token_for_ever')),
        h('option', {value: 'P30D'}, t('n_days', {n: 30})),
        h('option', {value: 'P365D'}, t('n_days', {n: 365})),
      ),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'token-password'}, t('password')),
      h('input', {
        id: 'token-password',
        name: 'password',
        type: 'password',
        required: true,
        autocomplete: 'current-password',
      }),
    ),
    h('button', {class: 'button main'}, t('token_make')),
  );
}

/** @param {SubmitEvent} event @param {string} name */
async function make(event, name) {
  event.preventDefault();
  const form_ = /** @type {HTMLFormElement} */ (event.target);
  const data = new FormData(form_);
  const expires = String(data.get('expires'));
  const made = await attempt(() =>
    api.newToken({
      name,
      password: String(data.get('password')),
      label: String(data.get('label')),
      scopes: String(data.get('scopes')).split(' '),
      ...(expires ? {expires_in: expires} : {}),
    }),
  );
  if (made) {
    fresh = made.token;
    form_.reset();
    await load();
  }
  page();
}

/** @param {Token} token */
async function revoke(token) {
  if (!globalThis.confirm(t('token_revoke_sure', {label: token.label || t('token_unlabelled')}))) return;
  await attempt(async () => {
    await api.revokeToken(token.id);
    // It may have been the one of this very session.
    if ((await api.session()) === null) {
      sessionChanged();
      location.assign('/login');
      return;
    }
    await load();
  });
  page();
}
