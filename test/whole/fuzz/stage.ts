import { env } from 'cloudflare:workers';
import { newCellName } from '../../../src/foundation/cells/places.ts';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { createTokens } from '../../../src/tenants/auth/tokens/rules.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { databaseOfCompany } from '../../harness/moving.ts';
import { as, newUser, now, type TestUser, uniqueEmail, userOf } from '../../harness/service.ts';
import { newWorld, START, type World } from '../contract/world.ts';
import { ID_NAMES, type Owner } from './values.ts';

/** The caller: a user of the company in one of the roles, or somebody without a valid token. */
export const STRANGERS = ['NOBODY', 'EXPIRED', 'FORGED', 'LOGGED_OUT'] as const;
export type Caller = Role | (typeof STRANGERS)[number];

type Ids = Record<string, string>;

/** Two companies, and the tokens of all callers. The values for a draft's placeholders. */
export interface Stage {
	/** Whether the companies are in cells, and may move. */
	areInCells: boolean;
	ids: Record<Owner, Ids>;
	tokens: Record<Caller, string | undefined>;
	/** Texts by which a record of the other company, or of a colleague, would be known. */
	marks: { foreign: string[]; own: string[]; colleague: string[] };
}

const TWO_HOURS = 7_200_000;
const ours = await createTokens(env.JWT_SECRET, undefined);
const theirs = await createTokens('a secret that is not the one of this service', undefined);

/** Creates the stage in D1, or each company in a cell of its own. */
export async function newStage(areInCells = false): Promise<Stage> {
	const newHome = async () => (areInCells ? newCompanyInCell() : undefined);
	const [own, foreign] = [await newWorld(await newHome()), await newWorld(await newHome())];
	const inOwn = (role: Role) => newUser([role], [own.companyId], uniqueEmail(), own.cell);
	const [platform, admin, technical, verifier, loggedOut, employee] = await Promise.all([
		newUser(['PLATFORM_ADMIN']),
		inOwn('COMPANY_ADMIN'),
		inOwn('TECHNICAL_USER'),
		inOwn('FLEX_DOCUMENT_VERIFIER'),
		inOwn('COMPANY_ADMIN'),
		userOf(own.employeeId, own.cell),
	]);
	await as(loggedOut).post('/auth/logout');
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const plan = `/employees/${own.colleague.employeeId}/goodies/budget`;
	const planned = await as(admin).put(plan, { budget, startDate: START });
	const colleague = idsOf({ ...own.colleague, plannedVoucherId: planned.body[0].id });
	const tokenOf = (user: TestUser) => ours.issue(user, now());
	return {
		areInCells,
		ids: {
			own: { ...idsOf(own), ...(areInCells && (await credentialsOf(own.companyId, admin, foreign.cell))) },
			colleague: { ...idsOf(own), ...colleague },
			foreign: {
				...idsOf(foreign),
				...(areInCells && (await credentialsOf(foreign.companyId, platform, own.cell))),
			},
			unknown: { ...Object.fromEntries(ID_NAMES.map((name) => [name, newId(now())])), cell: newCellName() },
		},
		tokens: {
			PLATFORM_ADMIN: await tokenOf(platform),
			COMPANY_ADMIN: await tokenOf(admin),
			TECHNICAL_USER: await tokenOf(technical),
			FLEX_DOCUMENT_VERIFIER: await tokenOf(verifier),
			EMPLOYEE: await tokenOf(employee),
			NOBODY: undefined,
			EXPIRED: await ours.issue(admin, now() - TWO_HOURS),
			FORGED: await theirs.issue(admin, now()),
			LOGGED_OUT: await tokenOf(loggedOut),
		},
		marks: {
			own: await marksOf(own),
			foreign: await marksOf(foreign),
			colleague: Object.values(colleague),
		},
	};
}

/** A cursor of the company's events, and tokens that name another cell than the user's, or no cell. */
async function credentialsOf(companyId: string, user: TestUser, elsewhere: string | undefined): Promise<Ids> {
	const { headers } = await as(user).get(`/events?companyId=${companyId}&limit=1`);
	const cursor = /[?&]cursor=([^>&]+)/.exec(headers.get('Link') ?? '')?.[1];
	if (cursor === undefined) throw new Error('A world has events');
	return {
		cursor,
		tokenElsewhere: await ours.issue({ ...user, cell: elsewhere }, now()),
		tokenNowhere: await ours.issue({ ...user, cell: newCellName() }, now()),
	};
}

const idsOf = (world: object): Ids =>
	Object.fromEntries(Object.entries(world).filter(([, value]) => typeof value === 'string'));

async function marksOf(world: World): Promise<string[]> {
	const people = await (await databaseOfCompany(world.companyId))
		.prepare(
			'SELECT users.email FROM employees JOIN users ON users.id = employees.user_id WHERE employees.company_id = ?',
		)
		.bind(world.companyId)
		.all<{ email: string }>();
	const emails = people.results.map(({ email }) => email);
	if (emails.length === 0) throw new Error('A world has employees');
	// The module of a world is a word that every company uses.
	const { module: _, ...ids } = idsOf(world);
	return [...Object.values(ids), ...emails];
}
