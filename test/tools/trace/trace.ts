import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../../../src/entrances/cli/migrate.ts';
import { bundle, withRuntime } from '../bench/runtime.ts';
import { seedEmployees } from '../bench/seed.ts';
import { printTable } from '../bench/table.ts';
import { instrument, type Place } from './instrument.ts';
import { JOURNEYS, type Step, travellers } from './journeys.ts';

const FOLDER = '.wrangler/trace';
const ENTRY = `${FOLDER}/test/tools/trace/worker.ts`;
const EMPLOYEES = 100;
/** The first run pays for what is built once and remembered, so the second one is reported. */
const RUNS = 2;
const LISTED = 60;

const { values: options, positionals } = parseArgs({
	options: { list: { type: 'boolean', default: false }, moves: { type: 'boolean', default: false } },
	allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(JOURNEYS, name));
if (unknown.length > 0) {
	console.error(
		`There is no journey ${unknown.join(', ')}. Choose from ${Object.keys(JOURNEYS).join(', ')}.`,
	);
	process.exit(1);
}

const state = mkdtempSync(join(tmpdir(), 'zubrot-trace-'));
process.env.STATE_DIR = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const places = instrument(FOLDER);
await bundle(ENTRY);
const steps = await withRuntime(walkAll, { entry: ENTRY });
printTable(
	'Files, moves between files and calls of functions in src, of the second run of each journey',
	['step', 'files', 'moves', 'calls'],
	steps.map(({ name, functions }) => {
		const files = functions.map((number) => placeAt(number).file);
		return [name, new Set(files).size, movesIn(files), functions.length];
	}),
	[
		'--list shows the functions by their number of calls, --moves the files in the order in which they are entered.',
	],
);
if (options.list) for (const step of steps) listFunctions(step);
if (options.moves) for (const step of steps) listMoves(step);

async function walkAll({ url, bindings: { DB } }: Parameters<Parameters<typeof withRuntime>[0]>[0]) {
	await migrate(DB);
	await seedEmployees(DB, 0, EMPLOYEES);
	const { traveller, walked } = await travellers(url, DB);
	for (const name of positionals.length > 0 ? positionals : Object.keys(JOURNEYS)) {
		for (let run = 1; run <= RUNS; run++) await JOURNEYS[name]?.(traveller);
	}
	// The last run of a step takes the place of the earlier ones.
	return [...new Map(walked.map((step) => [step.name, step])).values()];
}

function placeAt(number: number): Place {
	const place = places[number];
	if (place === undefined) throw new Error(`There is no function ${number}`);
	return place;
}

/** A move is the entry of a function in another file than the function that was entered before it. */
function movesIn(files: readonly string[]): number {
	return files.filter((file, index) => index > 0 && file !== files[index - 1]).length;
}

function listFunctions({ name, functions }: Step): void {
	const counted = [...Map.groupBy(functions, (number) => number)].toSorted(
		([, a], [, b]) => b.length - a.length,
	);
	printTable(
		`${name}: functions by their number of calls`,
		['function', 'calls'],
		counted.slice(0, LISTED).map(([number, calls]) => {
			const { file, line, name: called } = placeAt(number);
			return [`${file}:${line} ${called}`, calls.length];
		}),
	);
}

function listMoves({ name, functions }: Step): void {
	console.log(`\n${name}: functions in the order in which they are entered\n`);
	let before = '';
	for (const number of functions) {
		const { file, line, name: called } = placeAt(number);
		console.log(file === before ? `    ${called || line}` : `${file} ${called || line}`);
		before = file;
	}
}
