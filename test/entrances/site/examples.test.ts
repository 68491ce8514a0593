import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, seedDemo } from '../../../src/entrances/cli/demo.ts';
import { openApiDocument } from '../../../src/entrances/site/document.ts';
import { exampleOfContent, flat, type Operation, operationsOf } from '../../../src/entrances/site/openapi.ts';
import { sha256 } from '../../../src/foundation/core/vault.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { insertSignIn } from '../../../src/tenants/auth/sso/store.ts';
import { certificateOf } from '../../harness/certificates.ts';
import { publish } from '../../harness/dns.ts';
import { newDevice } from '../../harness/push.ts';
import { WEBP } from '../../harness/receipts.ts';
import { codeOf, giveSecondFactor } from '../../harness/second-factor.ts';
import { at, call, db, now, restart } from '../../harness/service.ts';
import { testsFind } from '../../harness/snapshot.ts';
import { newTill } from '../../harness/tills.ts';
import { mailedToken } from '../../tenants/auth/one-time/links.ts';
import { isOfEmployee } from '../../whole/contract/writes.ts';

const document = openApiDocument(Date.parse('2026-11-21'));
const COMPANY_EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8058';
const PROPOSED_EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8057';

let ids: Record<string, string> = {};
const tokens: Record<string, string> = {};

const touch = testsFind(async () => {
	at('2026-11-21T10:00:00.000Z');
	await seedDemo(env, now(), () => WEBP);
	for (const name of ['platform', 'employee', 'verifier']) {
		const credentials = { email: `${name}@demo.example`, password: DEMO_PASSWORD };
		tokens[name] = (await call('POST', '/auth', credentials)).body.idToken;
	}
	ids = await idsOfDemo();
});

const as =
	(name: string) =>
	(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
		call(method, path, body, { Authorization: `Bearer ${tokens[name]}`, ...headers });

/** One record of the demo data for each id in a path. */
async function idsOfDemo(): Promise<Record<string, string>> {
	const me = (await as('employee')('GET', '/auth/me')).body;
	const platform = as('platform');
	const first = async (path: string) => (await platform('GET', path)).body[0];
	const flex = `/companies/${me.companyId}/flex`;
	const line = (await platform('GET', `${flex}/payroll-transactions`)).body.find(
		({ state }: { state: string }) => state === 'COMMITTED',
	);
	const reduced = { amount: { value: -1, currency: 'EUR_CENT' }, reason: 'Counted twice' };
	const correction = await platform('POST', `${flex}/payroll-transactions/${line.id}/corrections`, reduced);
	return {
		companyId: me.companyId,
		id: me.employeeId,
		employeeId: me.employeeId,
		userId: me.id,
		requestId: correction.headers.get('X-Request-Id') ?? '',
		plannedVoucherId: (await first(`/employees/${me.employeeId}/goodies/planned-vouchers`)).id,
		templateId: 'default',
		transactionId: line.id,
		correctionId: correction.body.id,
		keyId: (await newKeyAt(`/companies/${me.companyId}/api-keys`, 'listEmployees')).id,
		...(await newEndpoint(me.companyId)),
		platformKeyId: (await newKeyAt('/api-keys', 'createCompany')).id,
		runId: (await first(`${flex}/payroll-runs`)).id,
	};
}

/** Asks for another address of the demo employee and returns the token of the link. */
async function linkToAddress(): Promise<{ token: string }> {
	const body = { email: 'erika@new.example', password: DEMO_PASSWORD };
	await as('employee')('PUT', '/auth/me', body);
	return { token: await mailedToken(String(ids.userId), 'address_confirmation') };
}

async function newEndpoint(companyId: string): Promise<Record<string, string>> {
	const path = `/companies/${companyId}/webhook-endpoints`;
	const { body } = await as('platform')('POST', path, { url: 'https://hr.example/hooks' });
	const ping = await as('platform')('POST', `${path}/${body.id}/ping`);
	return { endpointId: body.id, deliveryId: ping.body.id };
}

async function newKeyAt(path: string, operation: string): Promise<{ id: string; key: string }> {
	return (await as('platform')('POST', path, { name: 'HR', operations: [operation] })).body;
}

/** An expense of the demo employee that nobody has decided yet, with a receipt. */
async function newExpense(author: string): Promise<Record<string, string>> {
	const expense = {
		module: 'INTERNET',
		amount: { value: 1, currency: 'EUR_CENT' },
		date: '2026-11-20',
	};
	const { body } = await as(author)('POST', `/employees/${ids.employeeId}/flex/expenses`, expense);
	const receipts = `/flex/expenses/${body.id}/receipts`;
	const receipt = await as(author)('POST', receipts, '%PDF-1.7', { 'Content-Type': 'application/pdf' });
	return { expenseId: body.id, receiptId: receipt.body.id };
}

/** A standing expense of the demo employee with a proof that nobody has verified yet. */
async function newStanding(): Promise<Record<string, string>> {
	const standing = {
		module: 'INTERNET',
		amount: { value: 1290, currency: 'EUR_CENT' },
		dayOfMonth: 1,
		startDate: '2026-11-01',
		proofUntil: '2027-02-28',
	};
	const path = `/employees/${ids.employeeId}/flex/standing-expenses`;
	const { body } = await as('employee')('POST', path, standing);
	const proofs = `/flex/standing-expenses/${body.id}/proofs`;
	const proof = await as('employee')('POST', proofs, '%PDF-1.7', { 'Content-Type': 'application/pdf' });
	return { standingExpenseId: body.id, proofId: proof.body.id };
}

/** A receipt of the demo employee that waits for its form. */
async function newDraft(): Promise<Record<string, string>> {
	const path = `/employees/${ids.employeeId}/flex/receipt-drafts`;
	const { body } = await as('employee')('POST', path, '%PDF-1.7 draft', {
		'Content-Type': 'application/pdf',
	});
	return { draftId: body.id };
}

/** A device of the platform administrator for push messages. */
async function newPushSubscription(): Promise<Record<string, string>> {
	const { subscription } = await newDevice();
	const { body } = await as('platform')('POST', '/auth/me/push-subscriptions', subscription);
	return { subscriptionId: body.id };
}

const sendBack = (expenseId: string) =>
	as('verifier')('POST', `/flex/expenses/${expenseId}/return`, { reasons: ['no_date'] });

const linesOfDemo = () => `/companies/${ids.companyId}/flex/payroll-transactions`;

/** A line that waits: the correction of a committed one. */
async function newWaitingLine(): Promise<Record<string, string>> {
	const reduced = { amount: { value: -1, currency: 'EUR_CENT' }, reason: 'Counted twice' };
	const { body } = await as('platform')('POST', `${linesOfDemo()}/${ids.transactionId}/corrections`, reduced);
	return { transactionId: body.id };
}

/** The first bytes of a WebP. */
const LOGO = 'RIFF....WEBPVP8 ';

/** Numbers that would take long. The night sends those of the reference. */
const SMALLER: Record<string, object> =
	env.ALL_FAULTS === 'true' ? {} : { populateSandbox: { employees: 2, months: 1 } };

/** Prepares the records that an operation needs to succeed. */
const PREPARED: Record<string, () => Promise<Record<string, string>>> = {
	issueToken: async () => {
		const { id, key } = await newKeyAt(`/companies/${ids.companyId}/api-keys`, 'listEmployees');
		return { client_id: id, client_secret: key };
	},
	readReceiptDraft: newDraft,
	removeReceiptDraft: newDraft,
	readPushSubscription: newPushSubscription,
	removePushSubscription: newPushSubscription,
	removeKnownTill: async () => {
		const certificates = certificateOf(newTill()('1.00'));
		const { body } = await as('platform')('POST', '/flex/known-tills', { certificates });
		return { tillId: body.certificates[0].till.id };
	},
	setApprovalRule: async () => ({ module: 'INTERNET' }),
	removeApprovalRule: async () => ({ module: 'INTERNET' }),
	readLogo: async () => {
		await as('platform')('PUT', `/companies/${ids.companyId}/logo`, LOGO, { 'Content-Type': 'image/webp' });
		return {};
	},
	settleTransaction: newWaitingLine,
	readSandbox: newSandbox,
	advanceSandbox: newSandbox,
	resetSandbox: newSandbox,
	populateSandbox: newSandbox,
	readMail: async () => {
		const { companyId = '' } = await newSandbox();
		await as('platform')('POST', '/employees', { email: 'rehearsal@demo.example', companyId });
		const [mail] = (await as('platform')('GET', `/companies/${companyId}/mails`)).body;
		return { companyId, mailId: mail.id };
	},
	proposeChange: takeProposals,
	readProposal: newProposal,
	releaseProposal: newProposal,
	declineProposal: newProposal,
	readMove: async () => {
		const company = { name: 'Umzug AG', payrollReferenceDay: 7, taxAffiliation: 'DE' };
		const { body } = await as('platform')('POST', '/companies', company);
		await as('platform')('POST', `/companies/${body.id}/move`);
		return { companyId: body.id };
	},
	readSettlement: async () => {
		const { transactionId = '' } = await newWaitingLine();
		await as('platform')('POST', `${linesOfDemo()}/${transactionId}/settlement`, {
			reason: 'Paid by bank transfer',
			date: '2026-03-09',
		});
		return { transactionId };
	},
	exchangeCode: newFinishedSignIn,
	inviteUser: newInvitee,
	inviteEmployee: newInvitee,
	printInvitation: newInvitee,
	register: async () => {
		const { userId = '' } = await newInvitee();
		return { token: await mailedToken(userId) };
	},
	confirmPasswordReset: async () => {
		await call('POST', '/auth/password-reset', { email: 'employee@demo.example' });
		return { token: await mailedToken(String(ids.userId), 'password_reset') };
	},
	confirmAddress: linkToAddress,
	restoreAddress: async () => {
		await call('POST', '/auth/address/confirmation', await linkToAddress());
		return { token: await mailedToken(String(ids.userId), 'address_changed') };
	},
	answerIdentityChange: async () => {
		const { userId } = await newRequest();
		return { token: await mailedToken(userId, 'address_agreement') };
	},
	listIdentityChanges: newRequest,
	askForIdentityChange: async () => {
		await env.DB.prepare('UPDATE users SET date_proven = NULL WHERE id = ?').bind(ids.userId).run();
		return {};
	},
	releaseIdentityChange: newRequest,
	cancelIdentityChange: newRequest,
	remindIdentityChange: newRequest,
	readOwnIdentityChange: newOwnRequest,
	refuseIdentityChange: newOwnRequest,
	agreeToIdentityChange: async () => ({ ...(await newOwnRequest()), ...(await platformCode(0)) }),
	proveAddress: async () => {
		await env.DB.prepare('UPDATE users SET date_proven = NULL WHERE id = ?').bind(ids.userId).run();
		const body = { email: 'employee@demo.example', password: DEMO_PASSWORD };
		await as('employee')('PUT', '/auth/me', body);
		return { token: await mailedToken(String(ids.userId), 'proof_requested') };
	},
	finishLogin: async () => {
		await giveSecondFactor(String(ids.userId));
		const credentials = { email: 'employee@demo.example', password: DEMO_PASSWORD };
		return { challenge: (await call('POST', '/auth', credentials)).body.challenge, code: codeOf() };
	},
	confirmSecondFactor: () => platformCode(null),
	renewRecoveryCodes: () => platformCode(0),
	removeSecondFactor: () => platformCode(0),
	endSession: async () => {
		const { body } = await as('platform')('GET', '/auth/sessions');
		return { sessionId: body[0].id };
	},
	eraseUser: async () => {
		const fields = { roles: ['COMPANY_ADMIN'], manageableCompanyIds: [ids.companyId] };
		const user = { email: `${crypto.randomUUID()}@demo.example`, ...fields };
		const { id } = (await as('platform')('POST', '/users', user)).body;
		await as('platform')('POST', `/users/${id}/closure`);
		return { userId: id };
	},
	readCalendarAddress: async () => {
		await as('platform')('POST', `/companies/${ids.companyId}/calendar/address`, { showsNames: false });
		return {};
	},
	readReceiptAddress: async () => {
		await as('employee')('POST', `/employees/${ids.employeeId}/flex/receipt-address`);
		return {};
	},
	readSingleSignOn: newSingleSignOn,
	verifyDomain: newSingleSignOn,
	eraseEmployee: async () => {
		const { companyId } = ids;
		const platform = as('platform');
		await platform('PUT', `/companies/${companyId}`, { retentionMonths: 0 });
		const leaver = await platform('POST', '/employees', {
			email: 'leaver@demo.example',
			companyId,
			dateTerminated: '2026-11-01T00:00:00.000Z',
		});
		return { id: leaver.body.employeeId };
	},
};

/** An administrator asks for another address of the demo employee. */
async function newRequest(): Promise<{ userId: string; changeId: string }> {
	const credentials = { email: 'admin@demo.example', password: DEMO_PASSWORD };
	const { idToken } = (await call('POST', '/auth', credentials)).body;
	const userId = String(ids.userId);
	const asking = { Authorization: `Bearer ${idToken}` };
	await call('PUT', `/users/${userId}`, { email: 'erika@new.example' }, asking);
	const path = `/companies/${ids.companyId}/identity-changes`;
	return { userId, changeId: (await as('platform')('GET', `${path}?userId=${userId}`)).body.at(-1).id };
}

/** A request for another address of the platform administrator. */
async function newOwnRequest(): Promise<Record<string, string>> {
	const { id } = (await as('platform')('GET', '/auth/me')).body;
	await env.DB.prepare(
		`INSERT INTO identity_changes (id, date_created, date_modified, kind, about_id, user_id, email, former_email, state, date_expires, date_due)
		SELECT ?1, ?2, ?2, 'ADDRESS', id, id, 'platform@new.example', email, 'OPEN', ?2 + 1000, ?2 + 1000 FROM users WHERE id = ?3`,
	)
		.bind(crypto.randomUUID(), now(), id)
		.run();
	return {};
}

async function newSandbox(): Promise<Record<string, string>> {
	const company = { name: 'Probe AG', taxAffiliation: 'DE', sandbox: true };
	const { body } = await as('platform')('POST', '/companies', company);
	// Nobody looks for companies in cells until the first one is known.
	restart();
	return { companyId: body.id };
}

/** The demo company takes proposals. */
async function takeProposals(): Promise<Record<string, string>> {
	await as('platform')('PUT', `/companies/${ids.companyId}`, { assistants: true });
	return {};
}

async function newProposal(): Promise<Record<string, string>> {
	await takeProposals();
	const { body } = await as('platform')('POST', `/companies/${ids.companyId}/proposals`, {
		operationId: 'updateEmployee',
		parameters: { id: ids.employeeId },
		body: { personnelNumber: '00018' },
		reason: 'The number was mistyped.',
	});
	return { proposalId: body.id };
}

/** The demo platform administrator gets a second factor; returns what its app shows. */
async function platformCode(dateConfirmed: number | null): Promise<Record<string, string>> {
	await giveSecondFactor((await as('platform')('GET', '/auth/me')).body.id, dateConfirmed);
	return { code: codeOf() };
}

/** Somebody who was invited and has not registered. */
async function newInvitee(): Promise<Record<string, string>> {
	const { companyId } = ids;
	const email = `invitee-${crypto.randomUUID()}@demo.example`;
	const { employeeId } = (await as('platform')('POST', '/employees', { email, companyId })).body;
	const query = 'SELECT user_id FROM employees WHERE id = ?';
	const userId = await env.DB.prepare(query).bind(employeeId).first<string>('user_id');
	return { employeeId, userId: userId ?? '' };
}

/** Single sign-on of the demo company, with a domain whose record is there. */
async function newSingleSignOn(): Promise<Record<string, string>> {
	const settings = { issuer: 'https://login.demo.example', clientId: 'zubrot', domains: ['demo.example'] };
	const path = `/companies/${ids.companyId}/single-sign-on`;
	const { body } = await as('platform')('PUT', path, { ...settings, clientSecret: 'a secret' });
	await publish(body.domains[0].record);
	return { domainName: 'demo.example' };
}

/** A sign-in of the demo administrator that has come back from a provider with the code that the reference shows. */
async function newFinishedSignIn(): Promise<Record<string, string>> {
	const hash = sha256('Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1zZWNyZXQ');
	const { domainName } = await newSingleSignOn();
	await as('platform')(
		'POST',
		`/companies/${ids.companyId}/single-sign-on/domains/${domainName}/verification`,
	);
	const { body } = await call('POST', '/auth', { email: 'admin@demo.example', password: DEMO_PASSWORD });
	const { body: me } = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${body.idToken}` });
	const whose = { userId: me.id, companyId: me.manageableCompanyIds[0], dateCreated: now() };
	await commit(db, [insertSignIn(db, { stateHash: hash, codeHash: hash, transactionHash: hash, ...whose })]);
	return {};
}

/** The request that the reference shows, with the ids of the demo data. */
function requestOf({ path, parameters = [], requestBody }: Operation, filled: Record<string, string>) {
	const query = parameters
		.filter((one) => one.in === 'query' && one.name !== 'cursor')
		.map(({ name, schema, example }) => [name, example ?? flat(document, schema).example])
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, String(value).replaceAll(COMPANY_EXAMPLE, String(filled.companyId))])
		.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
	const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name]));
	const form = requestBody?.content['application/x-www-form-urlencoded'];
	if (form !== undefined) {
		const fields = Object.entries(exampleOfContent(document, form) as Record<string, string>);
		const given = fields.map(([name, value]) => [name, filled[name] ?? value]);
		return { path: address, body: new URLSearchParams(given).toString(), type: FORM };
	}
	const json = requestBody?.content['application/json'];
	const body =
		json === undefined
			? undefined
			: JSON.parse(
					JSON.stringify(exampleOfContent(document, json))
						.replaceAll(COMPANY_EXAMPLE, String(filled.companyId))
						.replaceAll(/"userId":"[^"]*"/g, `"userId":"${filled.userId}"`)
						.replaceAll(`"employeeId":"${PROPOSED_EXAMPLE}"`, `"employeeId":"${filled.employeeId}"`),
				);
	return { path: query.length === 0 ? address : `${address}?${query.join('&')}`, body };
}

const FORM = 'application/x-www-form-urlencoded';
/** The demo data lack a backup of that date, and a company in a cell. See test/tenants/hosting/restores.test.ts and queries.test.ts. */
const operations = operationsOf(document).filter(
	({ operationId }) => !['restoreCompany', 'queryCompany'].includes(operationId),
);

describe('every example of the reference succeeds as copied, with ids of the demo data', () => {
	test.each(operations)('$operationId', async (operation) => {
		const { operationId, method, requestBody, parameters = [], security } = operation;
		const needsRecords = operationId in PREPARED || /\{(standingE|e)xpenseId\}/.test(operation.path);
		if (method !== 'GET' || needsRecords) touch();
		const prepared = await PREPARED[operationId]?.();
		const needsExpense = operation.path.includes('{expenseId}');
		const author = ['withdrawExpense', 'mendExpense', 'removeReceipt'].includes(operationId)
			? 'platform'
			: 'employee';
		const filled = {
			...ids,
			...prepared,
			...(needsExpense && (await newExpense(author))),
			...(operation.path.includes('{standingExpenseId}') && (await newStanding())),
		};
		if (['mendExpense', 'removeReceipt', 'reopenExpense'].includes(operationId))
			await sendBack(String(filled.expenseId));
		const { path, body, type } = requestOf(operation, filled);
		const isFile = requestBody !== undefined && body === undefined;
		const secrets = Object.entries(prepared ?? {}).filter(([name]) => /^(token|code|challenge)$/.test(name));
		const given =
			operationId === 'refresh'
				? { refreshToken: await newRefreshToken() }
				: body && typeof body === 'object'
					? { ...body, ...Object.fromEntries(secrets), ...SMALLER[operationId] }
					: body;
		const send = security?.length === 0 ? call : as(isOfEmployee(operationId) ? 'employee' : 'platform');
		const answer = await send(
			method,
			path,
			isFile ? (operationId === 'setLogo' ? LOGO : '%PDF-1.7') : given,
			isFile ? { 'Content-Type': 'application/pdf' } : type ? { 'Content-Type': type } : {},
		);
		expect([operationId, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
			operationId,
			expect.toSatisfy((status: number) => status === 200 || status === 201),
			'',
		]);
		const headers = parameters.filter((one) => one.in === 'header');
		expect(headers.filter(({ schema, example }) => (example ?? schema.example) !== undefined)).toEqual([]);
	});
});

async function newRefreshToken(): Promise<string> {
	const credentials = { email: 'admin@demo.example', password: DEMO_PASSWORD };
	return (await call('POST', '/auth', credentials)).body.refreshToken;
}
