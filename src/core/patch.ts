/** The fields of a partial change: an omitted field keeps its value, `null` clears it. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined };

export function patched<T extends object>(record: T, change: Change<T>): T {
	const given = Object.entries(change).filter(([, value]) => value !== undefined);
	return { ...record, ...Object.fromEntries(given) };
}
