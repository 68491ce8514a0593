import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../src/entrances/cli/bundle.ts';
import { unpackReleasedWorker } from '../../../src/entrances/cli/released-worker.ts';
import { allMigrations, schemaFiles } from '../../../src/entrances/site/schema.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { Subscribers } from '../kills/deliveries.ts';
import { MortalService } from '../kills/runtime.ts';
import { type Employer, newEmployer, newMember } from '../kills/writers.ts';
import { Load } from './load.ts';
import { codeIn, nextReleaseIn } from './releases.ts';
import { applyTo, NEXT } from './schema.ts';

/** `npm run test:kills -- --upgrades 20` asks for more, and kills the runtime at a random point of each stage. */
const UPGRADES = Number(process.env.UPGRADES ?? 0);
/** How long each stage lasts. */
const STAGE_MS = 1000;

const released = unpackReleasedWorker('.wrangler/released-to-swap');
const older = codeIn(released.folder);
let newer: object;

/** A service of the last release with two companies, one of them in a cell. */
async function newService() {
	const service = new MortalService();
	service.code = older;
	service.log = () => {};
	await service.start();
	await applyTo(service.bindings.DB, allMigrations());
	// The code of this repository prepares the companies, and may be newer than the cells.
	const fetch = async () => new Response(schemaFiles()['migrations.json']);
	const bindings = { ...service.bindings, ASSETS: { fetch } as unknown as Fetcher };
	const employers: Employer[] = [];
	for (const isInCell of [true, false]) employers.push(await newEmployer(bindings, isInCell));
	const operator = await newMember(bindings, 'PLATFORM_ADMIN');
	const subscribers = new Subscribers();
	await subscribers.subscribe(service, employers);
	return { service, employers, operator, subscribers };
}

/** Kills the runtime at a random point of the stage, if kills are wanted. */
async function stage(service: MortalService, isKilled: boolean): Promise<void> {
	const before = isKilled ? STAGE_MS * Math.random() : 0;
	await pause(before);
	if (isKilled) await service.kill();
	await pause(STAGE_MS - before);
}

async function upgrade(isKilled: boolean): Promise<string> {
	const { service, employers, operator, subscribers } = await newService();
	try {
		const load = new Load(service, employers, operator);
		await stage(service, isKilled);
		// New code before its migrations says so, and serves nothing.
		await service.swap(newer);
		await load.requireRefused();
		await service.swap(older);
		load.requireServed();
		await stage(service, isKilled);
		await applyTo(service.bindings.DB, NEXT);
		await stage(service, isKilled);
		// A gradual deployment: each version calls cells that run the other one.
		await service.swap(older, newer);
		await stage(service, isKilled);
		await service.swap(newer, older);
		await stage(service, isKilled);
		await service.swap(newer);
		await stage(service, isKilled);
		const events = await load.end();
		await load.requireAll(events);
		const arrived = await subscribers.requireAll(service, events);
		for (const { cell } of employers) expect(await schemaIn(service, cell)).toBe(1);
		return `${load.report()}, ${arrived.events} events by ${arrived.deliveries} deliveries`;
	} finally {
		await service.end();
	}
}

/** Returns 1 if the database of a company has the newest column. */
const schemaIn = (service: MortalService, cell: string | null) =>
	databaseOf(service.bindings, cell)
		.$client.prepare(`SELECT count(*) AS n FROM pragma_table_info('employees') WHERE name = 'later'`)
		.first<number>('n');

beforeAll(async () => {
	await bundle(Date.now());
	newer = nextReleaseIn('.wrangler/next-release');
}, 180_000);

test('while Worker and schema change under load, nothing is lost or duplicated, and the only 5xx is 503', {
	timeout: 180_000,
}, async () => {
	console.log(await upgrade(false));
});

test.runIf(UPGRADES > 0)(
	`${UPGRADES} upgrades with kills lose and duplicate nothing`,
	{
		timeout: UPGRADES * 300_000,
	},
	async () => {
		for (let n = 0; n < UPGRADES; n++) console.log(`upgrade ${n + 1}: ${await upgrade(true)}`);
	},
);
