import type { Row, State } from '../../harness/snapshot.ts';

const ID = /(?:person-\d+-)?[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All ids of a state. */
export const idsOf = (state: State): Set<string> => new Set(JSON.stringify(state).match(ID));

/**
 * Removes legitimate differences between attempts from a state and an answer. New ids become the names of their rows, `moments` become one, and so do digests of lines with them. Secrets and their hashes are random. Idempotency keys are the callers' business, and
 * positions tell an order, not a fact; every repetition is a request of its own.
 */
export function comparable(state: State, answer: unknown, known: Set<string>, moments: readonly number[]) {
	const spell = (value: unknown) =>
		moments
			.flatMap((moment) => LIFETIMES_MS.map((lifetime) => moment + lifetime))
			.reduce(withoutMoment, JSON.stringify(value))
			.replaceAll(DIGEST, 'digest')
			.replaceAll(SEALED, '"sealed"')
			.replaceAll(CARRIER_ID, '"carrier_id":"carried"');
	const blank = (text: string) => text.replaceAll(ID, (id) => (known.has(id) ? id : '?'));
	const names = new Map<string, string>();
	const { idempotency_keys: _, sqlite_sequence: __, ...kept } = state;
	const tables = Object.entries(kept).map(([table, rows]) => {
		const spelt = rows
			.map(withoutChance)
			.map((row) => ({ row, text: spell(row) }))
			.sort(byText(blank));
		for (const [rank, { row }] of spelt.entries()) {
			const id = 'id' in row ? String(row.id) : '';
			if (id !== '' && !known.has(id)) names.set(id, `${table} ${rank}`);
		}
		return { table, texts: spelt.map(({ text }) => text) };
	});
	const named = (text: string): unknown => {
		const readable = text.replaceAll(ID, (id) => (known.has(id) ? id : (names.get(id) ?? '?')));
		return JSON.parse(readable);
	};
	return {
		state: Object.fromEntries(tables.map(({ table, texts }) => [table, texts.map(named)])),
		answer: named(spell(withoutSecrets(answer))),
	};
}

/** Values that a repetition of the request does not return. */
export const withoutSecrets = (answer: unknown): unknown =>
	JSON.parse(JSON.stringify(answer).replaceAll(SHOWN_ONCE, 'null'));

const DAY_MS = 86_400_000;
/** How long after a moment something ends that begins at it: the wait of a mail about a decision, links, codes and declined proposals. */
const LIFETIMES_MS = [0, 10 * 60_000, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS];

/** Columns that are random, or that differ in each attempt. The key of a link is random too. */
const BY_CHANCE = ['code_mark', 'position', 'request_id', 'hash', 'password_hash', 'code_hash'];

const withoutChance = (row: Row): Row =>
	Object.fromEntries(
		Object.entries(row).filter(
			([column]) =>
				!BY_CHANCE.includes(column) &&
				!(column === 'key' && ('code_hash' in row || 'change_id' in row)) &&
				// Each attempt counts, also one that failed.
				!(column === 'attempts' && 'window_start' in row) &&
				// How often budgets were examined.
				!(column === 'revision' && 'date_examined' in row),
		),
	);

const SHOWN_ONCE =
	/"zub_live_[\w.]+"|"[^"]*\/registration#[\w.-]+"|"[A-Z]{4}(-[A-Z]{4}){2}"|(?<="recoveryCodes":)\[[^\]]*\]|(?<="secret":)"(?:[A-Z2-7]{32}|whsec_[^"]+)"|"otpauth:[^"]+"|"[^"]*\/calendars\/[\w.-]{43,56}\.ics"|"receipts\+[a-z2-7.]+@[^"]+"/g;
const DIGEST = /\b[0-9a-f]{64}\b/g;
/** Encrypted values differ each time. */
const SEALED = /"[\w-]{8}\.[\w-]{38,}"/g;

/** The carrier names each mail that it takes as it likes. */
const CARRIER_ID = /"carrier_id":"[^"]+"/g;

const withoutMoment = (text: string, moment: number): string =>
	text.replaceAll(String(moment), '0').replaceAll(new Date(moment).toISOString(), 'now');

const byText = (blank: (text: string) => string) => (a: { text: string }, b: { text: string }) =>
	blank(a.text) < blank(b.text) ? -1 : 1;
