import type { RunDetails } from 'fast-check';
import type { Draft } from './requests.ts';

const SHOWN = 2000;

/** Describes a failing case: how to reproduce it, the smallest request that fails, and the reason. */
export function reportOf({
	seed,
	counterexamplePath,
	numShrinks,
	counterexample,
	errorInstance,
}: RunDetails<[Draft]>) {
	const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
	const request = counterexample === null ? 'none' : JSON.stringify(counterexample[0], shown, 2);
	return [
		`npm run test:fuzz -- --seed ${seed} --path ${counterexamplePath}`,
		`Shrunk ${numShrinks} times to ${request}`,
		why.toWellFormed(),
	].join('\n');
}

/** Bytes as base64; long texts cut, since the path brings them back whole. */
function shown(_: string, value: unknown): unknown {
	if (value instanceof Uint8Array) return `base64:${btoa(String.fromCharCode(...value.subarray(0, SHOWN)))}`;
	if (typeof value !== 'string' || value.length <= SHOWN) return value;
	return `${value.slice(0, SHOWN)}… (${value.length} characters)`;
}
