/**
 * The HTTP API of Nessos, as a client calls it. See docs/api.md.
 *
 * In a browser the session's cookie says who is calling, and calls that change something carry the session's CSRF
 * token. Elsewhere give a `token`: then it travels in its header, and no session is asked for.
 *
 * @import {Account, BotLevel, Game, GameEvent, GameRecord, Hint, Move, Page, Problem, RuleBook, Summary, Temperament} from './types.js'
 */

const MOST_ATTEMPTS = 6;
const LONGEST_PAUSE = 8000;
/** Answers that were about the moment: the same request, under the same key, may be sent again. */
const PASSING = new Set([429, 503]);

/** The service said no. `code` is what a program goes by. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail ?? problem.title ?? problem.code);
    this.name = 'Refused';
    this.problem = problem;
    this.code = problem.code;
  }
}

/** Nobody answered: whether a request got through is not known, and its key makes it safe to send again. */
export class Unreachable extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super('The service does not answer', {cause});
    this.name = 'Unreachable';
  }
}

/** The API at one address. */
export class Api {
  /**
   * @param {object} [options]
   * @param {string} [options.base] where the API is
   * @param {string|null} [options.token] a personal token, for clients without a session
   * @param {typeof fetch} [options.fetch]
   * @param {(milliseconds: number) => Promise<void>} [options.sleep]
   */
  constructor(options = {}) {
    this.base = options.base ?? '/api/v1';
    this.token = options.token ?? null;
    this._fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this._sleep = options.sleep ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)));
    /** @type {string|null} */
    this._csrf = null;
    /** @type {Map<string, {etag: string, body: any}>} what we know, by address */
    this._known = new Map();
  }

  // --- Who am I -----------------------------------------------------------------------------------------------------

  /** Who is signed in here; null for nobody. @returns {Promise<Account|null>} */
  async session() {
    const session = await this._call('GET', '/session');
    this._csrf = session.csrf_token;
    return session.player;
  }

  /** Sign in, by name and password or by a token. @param {{name: string, password: string}|{token: string}} proof */
  async signIn(proof) {
    const session = await this._call('POST', '/session', proof);
    this._csrf = session?.csrf_token ?? this._csrf;
    this._known.clear();
    return session?.player ?? (await this.session());
  }

  async signOut() {
    await this._call('DELETE', '/session');
    this._csrf = null;
    this._known.clear();
  }

  /** A player for somebody in a hurry. @returns {Promise<{player: Account, token: string}>} */
  newGuest() {
    return this._call('POST', '/players/guest', {});
  }

  /**
   * @param {{name: string, password: string, email?: string}} account
   * @returns {Promise<{player: Account, token: string}>}
   */
  register(account) {
    return this._call('POST', '/players', account);
  }

  /** @returns {Promise<Account>} */
  me() {
    return this._call('GET', '/players/me');
  }

  /** @param {Record<string, unknown>} changes @returns {Promise<Account>} */
  changeMe(changes) {
    return this._call('PATCH', '/players/me', changes);
  }

  // --- Games --------------------------------------------------------------------------------------------------------

  /** @param {Record<string, string|number|boolean|undefined|null>} filters @returns {Promise<Page<Summary>>} */
  games(filters = {}) {
    return this._fresh(`/games${query(filters)}`);
  }

  /** The games that wait for me, earliest deadline first. @returns {Promise<Page<Summary>>} */
  turns() {
    return this._fresh('/players/me/turns?limit=100');
  }

  /** The game as we may see it. @param {string} id @param {string|null} [invite] @returns {Promise<Game>} */
  game(id, invite = null) {
    return this._fresh(`/games/${encodeURIComponent(id)}${query({invite})}`);
  }

  /** @param {Record<string, unknown>} settings @returns {Promise<Game>} */
  openGame(settings) {
    return this._call('POST', '/games', settings);
  }

  /** @param {string} id @param {{invite?: string}} body @returns {Promise<Game>} */
  takeSeat(id, body = {}) {
    return this._call('POST', `/games/${id}/seats`, body);
  }

  /** @param {string} id */
  leaveSeat(id) {
    return this._call('DELETE', `/games/${id}/seats/me`);
  }

  /** @param {string} id @param {string} level @param {string} [temperament] @returns {Promise<Game>} */
  seatBot(id, level, temperament) {
    return this._call('POST', `/games/${id}/bots`, temperament ? {level, temperament} : {level});
  }

  /** @param {string} id @param {number} seat @returns {Promise<Game>} */
  unseatBot(id, seat) {
    return this._call('DELETE', `/games/${id}/bots/${seat}`);
  }

  /** @param {string} id @returns {Promise<Game>} */
  start(id) {
    return this._call('POST', `/games/${id}/start`, {});
  }

  /**
   * Make a move. It counts for the version it names and for no other; with `stale_version` the refusal carries what
   * happened meanwhile.
   * @param {string} id @param {Move} move @returns {Promise<Game>}
   */
  move(id, move) {
    return this._call('POST', `/games/${id}/moves`, move);
  }

  /** @param {string} id @returns {Promise<Game>} */
  resign(id) {
    return this._call('POST', `/games/${id}/resign`, {});
  }

  /**
   * The same seats and settings once more; one new game, however many ask.
   * @param {string} id
   * @returns {Promise<Game>}
   */
  rematch(id) {
    return this._call('POST', `/games/${id}/rematch`, {});
  }

  /**
   * One page of the log; with `wait` the answer comes when there is something to say.
   * @param {string} id @param {{after?: number, limit?: number, wait?: number}} options
   * @param {AbortSignal} [signal] @returns {Promise<Page<GameEvent>>}
   */
  events(id, options = {}, signal) {
    return this._call('GET', `/games/${id}/events${query({limit: 100, ...options})}`, undefined, signal);
  }

  /** The whole log as we may see it. @param {string} id @returns {Promise<GameEvent[]>} */
  async log(id) {
    /** @type {GameEvent[]} */
    const events = [];
    for (;;) {
      const page = await this.events(id, {after: events.at(-1)?.seq ?? 0});
      events.push(...page.items);
      if (page.next === null || page.items.length === 0) return events;
    }
  }

  /** Where the events of a game arrive. @param {string} id @param {number} after */
  streamAddress(id, after) {
    return `${this.base}/games/${encodeURIComponent(id)}/stream${query({after})}`;
  }

  /** @param {string} id @returns {Promise<GameRecord>} */
  record(id) {
    return this._call('GET', `/games/${encodeURIComponent(id)}/record`);
  }

  /**
   * What the best adviser among the bots would do in our place, in words of that language; not in rated games.
   * @param {string} id @param {string} language @returns {Promise<Hint>}
   */
  async hint(id, language) {
    const answer = await this._send('GET', `/games/${id}/hint`, undefined, {'Accept-Language': language});
    return answer.json();
  }

  /** @returns {Promise<Page<BotLevel> & {temperaments: Temperament[]}>} */
  bots() {
    return this._call('GET', '/bots');
  }

  /** The tables that the engine plays by. @returns {Promise<RuleBook>} */
  rules() {
    return this._call('GET', '/rules');
  }

  // --- Tokens, notices, away days -----------------------------------------------------------------------------------

  tokens() {
    return this._call('GET', '/tokens?limit=100');
  }

  /** @param {{name: string, password: string, label?: string, scopes?: string[], expires_in?: string}} body */
  newToken(body) {
    return this._call('POST', '/tokens', body);
  }

  /** @param {string} id */
  revokeToken(id) {
    return this._call('DELETE', `/tokens/${encodeURIComponent(id)}`);
  }

  notices() {
    return this._call('GET', '/players/me/notices');
  }

  /** @param {{kind: string, channel: string, when: string, hours?: number}[]} choices */
  chooseNotices(choices) {
    return this._call('PATCH', '/players/me/notices', {choices});
  }

  away() {
    return this._call('GET', '/players/me/away');
  }

  /** @param {{from: string, until: string}} period */
  takeAway(period) {
    return this._call('POST', '/players/me/away', period);
  }

  /** @param {string} id */
  cancelAway(id) {
    return this._call('DELETE', `/players/me/away/${encodeURIComponent(id)}`);
  }

  // --- How a call is made -------------------------------------------------------------------------------------------

  /**
   * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
   * @returns {Promise<any>} the decoded answer; null when there is none. Throws Refused or Unreachable.
   */
  async _call(method, path, body, signal) {
    const answer = await this._send(method, path, body, {}, signal);
    return answer.status === 204 ? null : answer.json();
  }

  /** What is asked for again and again: sent only when it has changed. @param {string} path @returns {Promise<any>} */
  async _fresh(path) {
    const known = this._known.get(path);
    const answer = await this._send('GET', path, undefined, known ? {'If-None-Match': known.etag} : {});
    if (answer.status === 304 && known) return structuredClone(known.body);
    const body = await answer.json();
    const etag = answer.headers.get('ETag');
    if (etag) this._known.set(path, {etag, body: structuredClone(body)});
    return body;
  }

  /**
   * @param {string} method @param {string} path @param {unknown} body @param {Record<string, string>} more
   * @param {AbortSignal} [signal]
   */
  async _send(method, path, body, more, signal) {
    /** @type {Record<string, string>} */
    const headers = {Accept: 'application/json', ...more};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    // Sent again with the same key, a request that got through takes effect only once.
    if (method === 'POST') headers['Idempotency-Key'] = crypto.randomUUID?.() ?? randomKey();
    let isSessionFresh = false;
    for (let attempt = 1; ; attempt += 1) {
      if (this.token) headers.Authorization = `Bearer ${this.token}`;
      else if (method !== 'GET') headers['X-CSRFToken'] = this._csrf ?? (await this._freshCsrf());
      let answer;
      try {
        answer = await this._fetch(this.base + path, {
          method,
          headers,
          body: body === undefined ? undefined : JSON.stringify(body),
          credentials: 'same-origin',
          signal,
        });
      } catch (error) {
        if (signal?.aborted) throw error;
        if (method !== 'GET' || attempt < 2) {
          if (attempt >= MOST_ATTEMPTS) throw new Unreachable(error);
          await this._sleep(Math.min(250 * 2 ** attempt, LONGEST_PAUSE));
          continue;
        }
        throw new Unreachable(error);
      }
      if (answer.ok || answer.status === 304) return answer;
      const problem = await problemOf(answer);
      if (isAboutCsrf(problem) && !this.token && !isSessionFresh) {
        // The session was renewed elsewhere, in another tab perhaps.
        isSessionFresh = true;
        await this._freshCsrf();
        continue;
      }
      const again = PASSING.has(answer.status) || problem.code === 'idempotency_in_flight';
      if (!again || attempt >= MOST_ATTEMPTS) throw new Refused(problem);
      await this._sleep(Math.min(secondsToWait(answer) * 1000, LONGEST_PAUSE));
    }
  }

  async _freshCsrf() {
    await this.session();
    return this._csrf ?? '';
  }
}

/** @param {Problem} problem */
function isAboutCsrf(problem) {
  return problem.code === 'csrf_failed' || (problem.code === 'forbidden' && problem.status === 403);
}

/**
 * The problem document of a refusal; something in front of the service may have sent another.
 * @param {Response} answer
 */
async function problemOf(answer) {
  try {
    /** @type {Problem} */
    const problem = await answer.json();
    return problem.code ? problem : {...problem, code: `http_${answer.status}`};
  } catch {
    return {code: `http_${answer.status}`, status: answer.status, detail: answer.statusText};
  }
}

/** What `Retry-After` asks for. @param {Response} answer */
function secondsToWait(answer) {
  const asked = answer.headers.get('Retry-After') ?? '';
  return /^[0-9]+$/.test(asked) ? Number(asked) : 1;
}

/** @param {Record<string, string|number|boolean|undefined|null>} filters what is null or absent is left out */
function query(filters) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Pages of plain HTTP have no `randomUUID`. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
