/** The numbers of the functions that one request entered, in order. */
export const recording = { isOn: false, functions: [] as number[] };

/**
 * Every function of the traced source calls this first (see `instrument.ts`).
 * @public
 */
export function __entered(place: number): void {
	if (recording.isOn) recording.functions.push(place);
}
