/** Writes one JSON line per event, for Workers Logs. */
export function logInfo(event: string, fields: object): void {
	console.log(JSON.stringify({ level: 'info', event, ...fields }));
}

/** Writes only the inner causes with their stacks, because Drizzle's outer messages contain bound values. */
export function logError(event: string, error: unknown, fields: object): void {
	console.error(JSON.stringify({ level: 'error', event, ...fields, errors: causesOf(error) }));
}

function causesOf(error: unknown): { name: string; message: string; at: string[] }[] {
	if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
	if (!(error instanceof Error)) return [{ name: typeof error, message: '', at: [] }];
	if (error.cause instanceof Error) return causesOf(error.cause);
	const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
	return [{ name: error.name, message: error.message, at: places.slice(0, 8).map((line) => line.trim()) }];
}
