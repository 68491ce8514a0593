/** The fields of a partial change. An omitted field keeps its value, and `null` clears it. */
export type Patch<T> = { [K in keyof T]?: T[K] | undefined };

export function patched<T extends object>(record: T, patch: Patch<T>): T {
	const given = Object.entries(patch).filter(([, value]) => value !== undefined);
	return { ...record, ...Object.fromEntries(given) };
}
