/**
 * An address at which there is nothing: where to go from here.
 */
import {draw, h, place} from '../dom.js';
import {t} from '../lang.js';
import {begin} from '../shell.js';

await begin(page);

function page() {
  draw(
    place('main'),
    h('h1', null, t('title_missing')),
    h('p', null, t('missing_about')),
    h(
      'p',
      {class: 'row'},
      h('a', {class: 'button main', href: '/'}, t('play_now')),
      h('a', {class: 'button', href: '/lobby'}, t('lobby')),
    ),
  );
}
