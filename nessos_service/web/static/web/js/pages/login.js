/**
 * Sign in, sign up, or, as a guest, become an account that keeps its games.
 */
import {draw, h, place} from '../dom.js';
import {t} from '../lang.js';
import {
  accountChanged,
  api,
  begin,
  currentAccount,
  errorInWords,
  isGuest,
  mayLeave,
  sessionChanged,
} from '../shell.js';

let wrong = '';

await begin(page);

function page() {
  const account = currentAccount();
  const guest = account !== null && isGuest(account);
  draw(
    place('main'),
    h('h1', null, guest ? t('guest_keep') : t('sign_in')),
    wrong ? h('p', {class: 'wrong', role: 'alert'}, wrong) : null,
    h(
      'div',
      {class: 'two-forms'},
      guest || account === null
        ? form(
            'sign-up',
            guest ? t('guest_keep_about') : t('sign_up'),
            guest ? t('guest_become') : t('sign_up'),
            signUp,
            true,
          )
        : h('p', null, t('start_as', {who: account.name})),
      form('sign-in', guest ? t('sign_in_instead') : t('sign_in'), t('sign_in'), signIn, false),
    ),
    account === null
      ? h(
          'p',
          {class: 'row'},
          h('button', {type: 'button', id: 'as-guest', class: 'button', on: {click: asGuest}}, t('as_guest')),
          h('span', {class: 'quiet'}, t('as_guest_about')),
        )
      : null,
  );
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string} button
 * @param {(data: FormData) => Promise<boolean>} act whether it was done
 * @param {boolean} isNew
 */
function form(id, title, button, act, isNew) {
  return h(
    'form',
    {id, key: id, class: 'form', on: {submit: (/** @type {SubmitEvent} */ event) => submitted(event, act)}},
    h('h2', null, title),
    field(`${id}-name`, 'name', t('name'), {autocomplete: 'username', required: true, maxlength: 24}),
    isNew ? h('p', {class: 'about'}, t('name_about')) : null,
    field(`${id}-password`, 'password', t('password'), {
      type: 'password',
      autocomplete: isNew ? 'new-password' : 'current-password',
      required: true,
      minlength: isNew ? 8 : 1,
    }),
    isNew ? field(`${id}-email`, 'email', t('email_optional'), {type: 'email', autocomplete: 'email'}) : null,
    h('button', {class: 'button main'}, button),
  );
}

/** @param {string} id @param {string} name @param {string} label @param {Record<string, unknown>} more */
function field(id, name, label, more) {
  return h('p', {class: 'field'}, h('label', {for: id}, label), h('input', {id, name, ...more}));
}

/** @param {SubmitEvent} event @param {(data: FormData) => Promise<boolean>} act */
async function submitted(event, act) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget ?? event.target));
  await goOn(() => act(data));
}

function asGuest() {
  return goOn(async () => {
    if ((await api.session()) === null) {
      const {token} = await api.newGuest();
      await api.signIn({token});
    }
    return true;
  });
}

/** @param {() => Promise<boolean>} act then back to where one came from, if it was done */
async function goOn(act) {
  try {
    if (!(await act())) return;
    sessionChanged();
    const next = new URLSearchParams(location.search).get('next') ?? '';
    // Only a path of ours: no other host is led to.
    location.assign(/^\/[A-Za-z0-9]/.test(next) ? next : '/lobby');
  } catch (error) {
    wrong = errorInWords(error);
    page();
  }
}

/** @param {FormData} data */
async function signIn(data) {
  if (!mayLeave()) return false;
  await api.signIn({name: String(data.get('name')), password: String(data.get('password'))});
  return true;
}

/** @param {FormData} data */
async function signUp(data) {
  const account = currentAccount();
  const email = String(data.get('email') ?? '');
  const wanted = {name: String(data.get('name')), password: String(data.get('password')), ...(email ? {email} : {})};
  if (account !== null && isGuest(account)) {
    accountChanged(await api.changeMe(wanted));
    return true;
  }
  await api.register(wanted);
  await api.signIn({name: wanted.name, password: wanted.password});
  return true;
}
