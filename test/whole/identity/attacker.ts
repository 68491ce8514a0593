import { env } from 'cloudflare:workers';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import { publish } from '../../harness/dns.ts';
import { importCsv } from '../../harness/imports.ts';
import { NO_MAIL, postOffice } from '../../harness/mail.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import {
	type Answer,
	as,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	runCron,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';
import { mailedToken, PASSWORD, requestReset, userOfEmployee } from '../../tenants/auth/one-time/links.ts';
import { account, type SsoCompany, signIn, withSso } from '../../tenants/auth/sso/people.ts';

/** The password that the attacker sets wherever a link or code allows it. */
const GUESS = 'a password of the attacker';

/** An administrator who wants to become a colleague, and everything that reached this administrator. */
export interface Stage {
	company: SsoCompany;
	/** A further company of the attacker. */
	elsewhere: TestCompany;
	/** The colleague, who has registered and approves expenses. Nothing happens with the mailbox. */
	person: { userId: string; employeeId: string; email: string };
	/** The sessions that the person opened. */
	ownSessions: string[];
	/** The mailboxes that the attacker reads. */
	mailboxes: string[];
	/** Links and codes that reached the attacker. */
	tokens: Set<string>;
	/** Administrators of the attacker's making. */
	helpers: TestUser[];
	/** True once the identity provider is one that says what the attacker likes. */
	isProviderOwn: boolean;
}

const carrying = () => postOffice().bindings;
const from = () => ({ 'CF-Connecting-IP': newAddress() });
/** The attacker signs in again whenever a session has ended. */
const attacker = async ({ company }: Stage) => as(await openSession(company.admin.userId), carrying());

/** A company with a second administrator, an identity provider and a colleague, and a second company of the attacker. */
export async function newStage(): Promise<Stage> {
	const company = await withSso(await newCompany());
	const elsewhere = await newCompany();
	await newUser(['COMPANY_ADMIN'], [company.id]);
	const email = `vera@${company.domain}`;
	const employeeId = await newEmployee(company, { email, personnelNumber: '7' });
	const { userId } = await userOfEmployee(employeeId);
	const token = await mailedToken(userId);
	await call('POST', '/auth/registration', { token, password: PASSWORD }, from());
	const operator = as(await newUser(['PLATFORM_ADMIN']));
	await operator.put(`/users/${userId}`, {
		roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [company.id],
	});
	await operator.put(`/users/${company.admin.userId}`, {
		manageableCompanyIds: [company.id, elsewhere.id],
	});
	await giveSecondFactor(userId);
	const person = { userId, employeeId, email };
	return {
		company,
		elsewhere,
		person,
		ownSessions: await sessionsOf(person),
		mailboxes: [],
		tokens: new Set(),
		helpers: [],
		isProviderOwn: false,
	};
}

/** A mailbox of the attacker, in the company's domain, where the attacker may make any. */
function newMailbox({ company, mailboxes }: Stage): string {
	const email = `own-${mailboxes.length}@${company.domain}`;
	mailboxes.push(email);
	return email;
}

const addresses = ({ person, mailboxes }: Stage): string[] => [person.email, ...mailboxes];

function keepLink({ tokens }: Stage, { status, body }: Answer): void {
	if (status >= 400) return;
	const found = /#([\w.-]+)/.exec(body.link ?? '')?.[1] ?? body.code;
	if (typeof found === 'string') tokens.add(found);
}

/** The acts of an administrator, one call or a few each. */
export const ACTS: Record<string, (stage: Stage) => Promise<void>> = {
	'reset the factor': async (stage) => {
		await (await attacker(stage)).delete(`/users/${stage.person.userId}/second-factor`);
	},
	'move the address': async (stage) => {
		await (await attacker(stage)).put(`/users/${stage.person.userId}`, { email: newMailbox(stage) });
	},
	'move the address as an administrator of the own making': async (stage) => {
		const [helper] = stage.helpers;
		if (helper === undefined) return;
		const session = as(await openSession(helper.userId), carrying());
		await session.put(`/users/${stage.person.userId}`, { email: newMailbox(stage) });
	},
	'reset the password': async (stage) => {
		for (const email of addresses(stage)) await requestReset(email);
	},
	'print a code': async (stage) => {
		const path = `/employees/${stage.person.employeeId}/invitation/letter`;
		keepLink(stage, await (await attacker(stage)).post(path));
	},
	'hand over a link': async (stage) => {
		const session = as(await openSession(stage.company.admin.userId), NO_MAIL);
		keepLink(stage, await session.post(`/employees/${stage.person.employeeId}/invitation`));
		keepLink(stage, await session.post(`/users/${stage.person.userId}/invitation`));
	},
	'set an identity provider': async (stage) => {
		const body = {
			issuer: env.IDENTITY_PROVIDER,
			clientId: 'a client of the attacker',
			clientSecret: 'the client secret at the provider of the tests',
			domains: [stage.company.domain],
		};
		const { status } = await (await attacker(stage)).put(stage.company.path, body);
		if (status === 200) stage.isProviderOwn = true;
	},
	'verify a domain': async (stage) => {
		const session = await attacker(stage);
		const domain = `evil-${stage.company.domain}`;
		const provider = {
			issuer: env.IDENTITY_PROVIDER,
			clientId: stage.isProviderOwn ? 'a client of the attacker' : 'zubrot',
			clientSecret: 'the client secret at the provider of the tests',
		};
		const { path } = stage.company;
		const { body } = await session.put(path, { ...provider, domains: [domain] });
		for (const one of body.domains ?? []) await publish(one.record);
		await session.post(`${path}/domains/${domain}/verification`);
		const back = await session.put(path, { ...provider, domains: [domain, stage.company.domain] });
		for (const one of back.body.domains ?? []) {
			await publish(one.record);
			await session.post(`${path}/domains/${one.domain}/verification`);
		}
		stage.mailboxes.push(`vera@${domain}`);
	},
	'claim the account at the provider': async (stage) => {
		if (!stage.isProviderOwn) return;
		for (const email of addresses(stage)) await claimed(email);
	},
	'change the person by a directory': async (stage) => {
		const session = await attacker(stage);
		const path = `/companies/${stage.company.id}/api-keys`;
		const { body } = await session.post(path, { name: 'Directory', operations: ['provisionPeople'] });
		const scim = (method: string, at: string, sent?: object) =>
			call(method, `/scim/v2/Users${at}`, sent, {
				Authorization: `Bearer ${body.key}`,
				'Content-Type': 'application/scim+json',
			});
		const email = newMailbox(stage);
		const emails = [{ value: email, type: 'work', primary: true }];
		const id = stage.person.employeeId;
		await scim('PUT', `/${id}`, { userName: email, emails });
		await scim('DELETE', `/${id}`);
		await scim('POST', '', { userName: stage.person.email });
		await scim('POST', '', { userName: email, emails });
	},
	'terminate the person': async (stage) => {
		const dateTerminated = new Date(now() - 40 * 86_400_000).toISOString();
		const path = `/employees/${stage.person.employeeId}`;
		await (await attacker(stage)).put(path, { dateTerminated });
		await runCron(new Date(now()).toISOString());
	},
	'hire the person elsewhere': async (stage) => {
		await hired(stage, stage.elsewhere.id, stage.person.email);
	},
	'hire somebody at the address': async (stage) => {
		await hired(stage, stage.company.id, stage.person.email);
	},
	'take roles': async (stage) => {
		const roles = { roles: ['EMPLOYEE'], manageableCompanyIds: [] };
		await (await attacker(stage)).put(`/users/${stage.person.userId}`, roles);
	},
	'give roles': async (stage) => {
		const manageableCompanyIds = [stage.company.id, stage.elsewhere.id];
		const roles = { roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds };
		await (await attacker(stage)).put(`/users/${stage.person.userId}`, roles);
	},
	'create an administrator': async (stage) => {
		const email = newMailbox(stage);
		const { body } = await (await attacker(stage)).post('/users', {
			email,
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [stage.company.id],
		});
		if (body.id !== undefined) stage.helpers.push({ userId: body.id, sessionId: '' });
	},
	'close and reopen': async (stage) => {
		const path = `/users/${stage.person.userId}/closure`;
		await (await attacker(stage)).post(path);
		await (await attacker(stage)).delete(path);
	},
	import: async (stage) => {
		const file = (email: string) => `personnelNumber;email\r\n7;${email}\r\n`;
		const admin = await openSession(stage.company.admin.userId);
		await importCsv({ id: stage.company.id, admin }, file(newMailbox(stage)));
		await importCsv({ id: stage.elsewhere.id, admin }, file(stage.person.email));
	},
	'restore the address': async (stage) => {
		for (const token of stage.tokens) await call('POST', '/auth/address/restoration', { token }, from());
	},
};

/** Signs in at the attacker's provider, which says that this is the account of an address. */
function claimed(email: string) {
	const { claims } = account(email, 'subject of the attacker');
	const iat = Math.floor(now() / 1000);
	// An address that leads to no provider ends before it.
	return signIn(email, { claims: { ...claims, iat, nbf: iat, exp: iat + 600 } }).catch(() => null);
}

/** Hires somebody at an address, and prints a code for that record. */
async function hired(stage: Stage, companyId: string, email: string): Promise<void> {
	const session = await attacker(stage);
	const { body } = await session.post('/employees', { email, companyId });
	if (body.employeeId === undefined) return;
	keepLink(stage, await session.post(`/employees/${body.employeeId}/invitation/letter`));
}

/** Opens every mail to the attacker's mailboxes, and keeps its link or code. */
async function readMails({ mailboxes, tokens }: Stage): Promise<void> {
	const { results } = await env.DB.prepare(
		`SELECT mails.id, sealed FROM mails JOIN users ON users.id = user_id
		WHERE sealed IS NOT NULL AND coalesce(recipient, email) IN (SELECT value FROM json_each(?))`,
	)
		.bind(JSON.stringify(mailboxes))
		.all<{ id: string; sealed: string }>();
	for (const { id, sealed } of results) tokens.add(await vaultOf(env).open(sealed, `mail ${id}`));
}

/** Uses all that reached the attacker, at every place that takes a link or code, and releases all that waits. */
export async function useEverything(stage: Stage): Promise<void> {
	await readMails(stage);
	for (const token of stage.tokens) {
		const send = (path: string, more: object = {}) => call('POST', path, { token, ...more }, from());
		await send('/auth/address/confirmation');
		await send('/auth/address/confirmation', { password: GUESS });
		await send('/auth/address/agreement', { agrees: true });
		await send('/auth/address/proof', { password: GUESS });
		await send('/auth/registration', { password: GUESS });
		await send('/auth/password-reset/confirmation', { password: GUESS });
	}
	const { results } = await env.DB.prepare(`SELECT id FROM identity_changes WHERE state = 'OPEN'`).all();
	for (const { id } of results)
		for (const { userId } of [stage.company.admin, ...stage.helpers]) {
			const path = `/companies/${stage.company.id}/identity-changes/${id}/release`;
			await as(await openSession(userId)).post(path);
		}
}

/** Tries every door. Returns the new sessions that belong to the person, or to a user with the person's address. */
export async function doorsThatOpen(stage: Stage): Promise<string[]> {
	for (const email of addresses(stage)) await requestReset(email);
	await useEverything(stage);
	for (const email of addresses(stage)) {
		await call('POST', '/auth', { email, password: GUESS }, from());
		if (stage.isProviderOwn) await claimed(email);
	}
	return (await sessionsOf(stage.person)).filter((id) => !stage.ownSessions.includes(id));
}

async function sessionsOf({ userId, email }: Stage['person']): Promise<string[]> {
	const { results } = await env.DB.prepare(
		`SELECT sessions.id FROM sessions JOIN users ON users.id = sessions.user_id WHERE users.id = ? OR users.email_key = ?`,
	)
		.bind(userId, email)
		.all<{ id: string }>();
	return results.map(({ id }) => id);
}
