import assert from 'node:assert/strict';
import test from 'node:test';

import {Api, Refused, Unreachable} from '../../../nessos_service/web/static/web/js/api.js';

/** A service that gives these answers one after the other. @param {(Response|Error)[]} answers */
function service(...answers) {
  /** @type {{path: string, method: string, headers: Record<string, string>, body: string|undefined}[]} */
  const calls = [];
  /** @type {number[]} */
  const pauses = [];
  const api = new Api({
    fetch: async (path, init) => {
      calls.push({path: String(path), method: init.method, headers: {...init.headers}, body: init.body});
      const answer = answers.shift();
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error('asked too often');
      return answer;
    },
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  });
  return {api, calls, pauses};
}

const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), {status, headers});
const session = () => json({player: null, csrf_token: 'csrf-1'});

test('what changes something carries the token of the session, and a key of its own', async () => {
  const {api, calls} = service(session(), json({id: 'g'}, 201), json({id: 'h'}, 201));
  await api.openGame({players: 3});
  await api.openGame({players: 3});
  assert.deepEqual(calls.map((call) => call.path), ['/api/v1/session', '/api/v1/games', '/api/v1/games']);
  assert.equal(calls[1].headers['X-CSRFToken'], 'csrf-1');
  assert.ok(calls[1].headers['Idempotency-Key']);
  assert.notEqual(calls[1].headers['Idempotency-Key'], calls[2].headers['Idempotency-Key']);
});

test('a lost answer is asked for again under the same key', async () => {
  const {api, calls} = service(session(), new TypeError('no connection'), json({id: 'g'}, 201));
  assert.equal((await api.openGame({})).id, 'g');
  assert.equal(calls[1].headers['Idempotency-Key'], calls[2].headers['Idempotency-Key']);
});

test('Retry-After is waited for', async () => {
  const {api, pauses} = service(json({code: 'unavailable'}, 503, {'Retry-After': '3'}), json({items: [], next: null}));
  await api.games();
  assert.deepEqual(pauses, [3000]);
});

test('a refusal is a Refused with its code, and is not tried again', async () => {
  const {api, calls} = service(session(), json({code: 'stale_version', status: 409, still_legal: true}, 409));
  await assert.rejects(api.move('g', {version: 1, kind: 'accept'}), (error) => error instanceof Refused && error.code === 'stale_version' && error.problem.still_legal);
  assert.equal(calls.length, 2);
});

test('an old session is renewed once', async () => {
  const {api, calls} = service(session(), json({code: 'csrf_failed', status: 403}, 403), json({player: null, csrf_token: 'csrf-2'}), json({id: 'g'}, 201));
  await api.openGame({});
  assert.equal(calls.at(-1).headers['X-CSRFToken'], 'csrf-2');
});

test('with a token no session is asked for', async () => {
  const {api, calls} = service(json({id: 'g'}, 201));
  api.token = 'nss_x';
  await api.openGame({});
  assert.equal(calls[0].headers.Authorization, 'Bearer nss_x');
  assert.equal(calls[0].headers['X-CSRFToken'], undefined);
});

test('an unchanged game is not sent twice', async () => {
  const {api, calls} = service(json({id: 'g', version: 3}, 200, {ETag: '"3"'}), new Response(null, {status: 304}));
  const first = await api.game('g');
  first.version = 99;
  assert.deepEqual(await api.game('g'), {id: 'g', version: 3});
  assert.equal(calls[1].headers['If-None-Match'], '"3"');
});

test('whoever does not answer is unreachable', async () => {
  const {api} = service(new TypeError('no connection'), new TypeError('no connection'));
  await assert.rejects(api.games(), Unreachable);
});

test('what no problem document says is told by its status', async () => {
  const {api} = service(new Response('<html>', {status: 502}));
  await assert.rejects(api.games(), (error) => error.code === 'http_502');
});
