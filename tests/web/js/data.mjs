/** Real games as clients get them: tests/web/making.py made the file. */
import {readFileSync} from 'node:fs';

export const {games} = JSON.parse(readFileSync(new URL('../data/games.json', import.meta.url), 'utf8'));
