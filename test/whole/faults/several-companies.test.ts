import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newAdviser, newCells, type Placed } from '../../foundation/cells/people.ts';
import { as, at, newCompany, newUser, restart, runCron, type TestUser } from '../../harness/service.ts';
import { STEP_FAULTS, stepping } from '../../harness/steps.ts';
import { patiently } from './two-databases.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let platform: TestUser;
let all: Placed[];

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	// The attempts of a lost call follow each other without a delay.
	vi.spyOn(Math, 'random').mockReturnValue(0);
	at(NOON);
	const [first, second] = await newCells();
	all = [{ ...(await newCompany()), cell: null }, first, second];
	platform = await newUser(['PLATFORM_ADMIN']);
});
afterEach(() => vi.restoreAllMocks());

const idsOf = (companies: readonly Placed[]) => companies.map(({ id }) => id).sort();

/** A write about companies in several databases. `path` and `body` are the request; `check` requires what must be true at the end. */
interface Write {
	caller: TestUser;
	path: string;
	body: object;
	check(): Promise<void>;
}

/** A template that an adviser makes for all companies. Each database gets it once. */
async function template(): Promise<Write> {
	const name = crypto.randomUUID();
	const check = async () => {
		for (const { id, admin } of all) {
			const listed = (await as(admin).get('/flex/tax-rule-templates?limit=500')).body;
			const own = listed.filter((one: { name: string }) => one.name === name);
			expect(own).toMatchObject([{ companyIds: [id] }]);
			const events = (await as(admin).get('/events?type=tax_rule_template.created&limit=500')).body;
			expect(events.filter(({ after }: { after: { name: string } }) => after.name === name)).toHaveLength(1);
		}
		const missing = await env.DB.prepare('SELECT count(*) AS n FROM template_copies').first('n');
		expect(missing).toBe(0);
	};
	const body = { name, rules: [], companyIds: idsOf(all) };
	return { caller: await newAdviser(platform, all), path: '/flex/tax-rule-templates', body, check };
}

/** A new user who gets all companies. The user works in each of them, and nobody else has the address. */
async function adviser(): Promise<Write> {
	const email = `${crypto.randomUUID()}@faults.example`;
	const check = async () => {
		const listed = (await as(platform).get('/users?limit=500')).body;
		const found = listed.filter((one: { email: string }) => one.email === email);
		expect(found).toMatchObject([{ email, manageableCompanyIds: idsOf(all) }]);
		for (const { admin } of all) {
			const managers = (await as(admin).get('/users?limit=500')).body;
			expect(managers.filter(({ id }: { id: string }) => id === found[0].id)).toHaveLength(1);
		}
	};
	const body = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: idsOf(all) };
	return { caller: platform, path: '/users', body, check };
}

const headers = () => ({ 'Idempotency-Key': crypto.randomUUID() });

/** After a fault, the caller repeats the request, and the cron does the rest. */
test.each([
	['a template of companies in several databases', template],
	['a user of companies in several databases', adviser],
])(
	'%s ends like without a fault, whatever fails at whichever step',
	{ timeout: 120_000 },
	async (_, make) => {
		const faultless = await make();
		const { bindings, steps } = stepping(null);
		const { caller, path, body } = faultless;
		expect((await as(caller, bindings as typeof env).send('POST', path, body, headers())).status).toBe(201);
		await faultless.check();
		expect(new Set(steps)).toEqual(new Set(['D1', 'cell']));

		for (const step of steps.keys()) {
			// Two of the kinds at each step, in turn.
			for (const kind of [
				STEP_FAULTS[step % 7],
				STEP_FAULTS[(step + 3) % 7],
			] as (typeof STEP_FAULTS)[number][]) {
				at(NOON);
				const write = await make();
				const fault = stepping({ step: step + 1, kind });
				const key = headers();
				const send = (over = env) => as(write.caller, over).send('POST', write.path, write.body, key);
				await send(fault.bindings as typeof env);
				restart();
				await fault.arrive();
				const told = `${kind} at step ${step + 1} of ${steps.join(', ')}`;
				expect(await patiently(() => send()), told).toBe(201);
				await runCron('2023-03-07T14:00:00.000Z');
				await write.check().catch((error) => {
					throw new Error(told, { cause: error });
				});
			}
		}
	},
);
