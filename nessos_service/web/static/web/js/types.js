/**
 * What the service sends, as docs/api.md says it. Types only: `tsc --checkJs` reads this file, browsers never load it.
 *
 * @typedef {number} Card 0 is Charon, 1…10 a Creature, its value.
 * @typedef {number} Seat 0…n-1, clockwise.
 * @typedef {{name: string, kind: string, level?: string, temperament?: string, owner?: string}} Player
 * @typedef {{seat: Seat, player: Player|null, hand_size: number, front: Card[], points: number, charons: number,
 *   eliminated: boolean, away_until?: string|null}} SeatView
 * @typedef {{from: Seat, to: Seat, claim: number, card: Card|null}} LotCard
 * @typedef {{card: Card, claims: number[]}} CardChoice
 * @typedef {{accept: boolean, refuse: boolean, offer: {cards: CardChoice[], to: Seat[]}|null}} Legal
 * @typedef {{seat: Seat, hand: Card[], legal: Legal|null}} You
 * @typedef {{reason: string, winners: Seat[], points: number[]}} Result
 * @typedef {{version: number, players: number, points_to_win: number, deck: Record<string, number>}} Rules
 * @typedef {{commitment: string, entropy: string[]|null, reveal: string|null}} Fairness
 *
 * @typedef {object} Game A game as one viewer may see it; null stands for "hidden from you".
 * @property {string} id
 * @property {string} name
 * @property {string} status `open`, `active`, `finished`, `cancelled` or `voided`
 * @property {number} version the `seq` of its last event
 * @property {Rules} rules
 * @property {{turn: string, visibility: string, rated: boolean, allow_bots: boolean}} settings
 * @property {string} creator
 * @property {string} created_at
 * @property {string|null} started_at
 * @property {string|null} finished_at
 * @property {number|null} round
 * @property {Seat|null} first_seat
 * @property {Seat|null} to_act
 * @property {string|null} deadline
 * @property {LotCard[]} lot
 * @property {number|null} draw_pile
 * @property {number|null} charons_shown
 * @property {SeatView[]} seats
 * @property {You|null} you
 * @property {Result|null} result
 * @property {Fairness} fairness
 * @property {string|null} invite
 * @property {string|null} rematch the game that repeats this one, once it is over and somebody asked
 *
 * @typedef {object} Summary A game as lists show it: without what lies on the table card by card.
 * @property {string} id
 * @property {string} name
 * @property {string} status
 * @property {number} version
 * @property {Rules} rules
 * @property {{turn: string, visibility: string, rated: boolean, allow_bots: boolean}} settings
 * @property {string} creator
 * @property {string} created_at
 * @property {number|null} round
 * @property {Seat|null} to_act
 * @property {string|null} deadline
 * @property {{seat: Seat, player: Player|null, points: number, charons: number, eliminated: boolean}[]} seats
 * @property {{seat: Seat}|null} you
 * @property {Result|null} result
 *
 * @typedef {{seat: Seat, count: number, cards: Card[]|null}} SeatCards
 * @typedef {{from: Seat, card: Card, claim: number}} Revealed
 *
 * @typedef {object} GameEvent One fact of a game's log.
 * @property {number} seq
 * @property {string} kind
 * @property {string} at
 * @property {number|null} round
 * @property {any} data what docs/api.md lists for its kind
 *
 * @typedef {object} GameRecord A game that is over, opened.
 * @property {Game} game
 * @property {number} rules_version
 * @property {number} players
 * @property {Seat|null} first_seat
 * @property {Card[]} deck
 * @property {Card[][]} hands
 * @property {GameEvent[]} events
 * @property {Fairness} fairness
 *
 * @typedef {{version: number, kind: 'offer', card: Card, claim: number, to: Seat}
 *   |{version: number, kind: 'accept'|'refuse'}} Move
 *
 * @typedef {{level: string, name: string, description: string}} BotLevel
 * @typedef {{temperament: string, name: string, description: string}} Temperament
 *
 * @typedef {object} RuleBook The tables that the engine plays by.
 * @property {number} hand_size
 * @property {number} most_cards_in_lot
 * @property {number} charons_to_eliminate
 * @property {number} charons_to_end
 * @property {{cards: Card[], points: number}} set
 * @property {Rules[]} setups
 * @property {{card: Card, names: Record<string, string>}[]} cards
 * @property {{front: Card[], points: number}[]} examples
 *
 * @typedef {object} Account A player's page, as they see it themselves.
 * @property {string} name
 * @property {string} kind
 * @property {boolean} [guest]
 * @property {{games_played: number, games_won: number}} statistics
 * @property {{ordinal: number, games: number}} rating
 * @property {string|null} email
 * @property {boolean} email_confirmed
 * @property {string} language
 * @property {string} time_zone
 * @property {{from: string, until: string}|null} quiet_hours
 *
 * @typedef {object} Hint What the best adviser among the bots would do in one's place.
 * @property {number} version
 * @property {string[]} words
 *
 * @typedef {object} Problem A refusal (RFC 9457). Programs go by `code`, never by a text.
 * @property {string} code
 * @property {string} [title]
 * @property {string} [detail]
 * @property {number} [status]
 * @property {string} [field]
 * @property {{code: string, field: string, message: string}[]} [errors]
 * @property {string} [reason] which rule an illegal move breaks
 * @property {Game} [game] of stale_version: the game as it is now
 * @property {GameEvent[]} [events] of stale_version: what was missed
 * @property {boolean} [still_legal] of stale_version: whether the move would be legal now
 */

/**
 * @template T
 * @typedef {{items: T[], next: string|null}} Page
 */
export {};
