/** Answers and what can be seen, by name, as JSON without ids and e-mails. */
export type Outcome = Record<string, string>;

const ID_OR_EMAIL = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|person-[^"]+@test\.example/gi;
/** Fields that differ between equal records: a request's id, a session's secrets, the hash of lines with their ids. */
const PERSONAL = new Set(['instance', 'idToken', 'refreshToken', 'sha256']);

/** An outcome in which known ids and e-mails go by their names, and lists have an order of their own. */
export function outcomeOf(seen: Record<string, unknown>, names: Record<string, string>): Outcome {
	const named = JSON.stringify(seen).replaceAll(ID_OR_EMAIL, (found) => names[found] ?? '#');
	const flat = Object.entries(JSON.parse(named) as Record<string, unknown>).flatMap(([key, value]) =>
		key === 'answers' ? Object.entries(value as object) : [[key, value] as const],
	);
	return Object.fromEntries(flat.map(([key, value]) => [key, JSON.stringify(ordered(value))]));
}

function ordered(value: unknown): unknown {
	if (Array.isArray(value)) {
		const items = value.map((item) => JSON.stringify(ordered(item)));
		return items.sort().map((item) => JSON.parse(item));
	}
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !PERSONAL.has(key))
			.map(([key, inner]) => [key, ordered(inner)]),
	);
}

/** Finds the place at which two outcomes differ. */
export const differences = (concurrent: Outcome, serial: Outcome): string[] =>
	Object.keys(concurrent)
		.filter((key) => concurrent[key] !== serial[key])
		.map((key) => `  ${key}\n    at once:  ${concurrent[key]}\n    in order: ${serial[key]}`);
