import { env } from 'cloudflare:workers';
import { insertReceipt } from '../../../src/benefits/expenses/receipts/store.ts';
import { type ExpenseRow, insertExpense } from '../../../src/benefits/expenses/store.ts';
import { pendingTransactions } from '../../../src/benefits/ledger/rules.ts';
import { insertTransaction } from '../../../src/benefits/ledger/store.ts';
import { databaseOf, runCell } from '../../../src/foundation/cells/places.ts';
import { newId, newIdIn } from '../../../src/foundation/core/id.ts';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { sendBytes } from '../../harness/bytes.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { publish } from '../../harness/dns.ts';
import { newMail } from '../../harness/mail.ts';
import { WEBP } from '../../harness/receipts.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import {
	as,
	call,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	runCron,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { PASSWORD, withPassword } from '../../tenants/auth/registered.ts';

export const START = '2023-04-01T00:00:00.000Z';
export const LAST_NIGHT = '2023-03-07T01:00:00.000Z';
const TODAY = '2023-03-07T00:00:00.000Z';
const PAUSE = { datePausedStart: '2023-03-08T00:00:00.000Z', datePausedEnd: '2023-03-09T00:00:00.000Z' };
const CUT_OFF = '2023-02-07T23:59:59.999Z';

export const provider = { issuer: 'https://login.test.example', clientId: 'zubrot' };

/** `challenge` is there when a sign-in has been prepared, and `companyInCell` when the operation needs such a company. */
export type World = Awaited<ReturnType<typeof newWorld>> & {
	challenge?: string;
	companyInCell?: string;
	mailId?: string;
	changeId?: string;
	subscriptionId?: string;
};

/**
 * A company with one record of every kind, under the names of the path ids, and a colleague with records of the same kinds. The present
 * is 7 March 2023, noon. The payroll run of January is closed, that of February is not.
 */
export async function newWorld(given?: TestCompany & { cell?: string }) {
	const company = given ?? (await newCompany());
	const { cell } = given ?? {};
	const db = databaseOf(env, cell ?? null);
	const companyId = company.id;
	const admin = as(company.admin);
	const employee = await newPerson(company);
	const colleague = await newPerson(company, { skipSendRegistrationEmail: true });

	const benefits = `/employees/${employee.employeeId}`;
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const planned = await admin.put(`${benefits}/goodies/budget`, { budget, startDate: TODAY });
	await admin.put(`${benefits}/goodies/default-access`, {
		startDate: START,
		endDate: '2023-12-31T23:59:59.999Z',
	});
	const template = await admin.post('/flex/tax-rule-templates', { name: 'Meals', companyIds: [companyId] });

	const january = expenseOf(company, employee.employeeId, employee.userId, '2023-01-10T00:00:00.000Z');
	const spent: ExpenseRow = {
		...january,
		state: 'APPROVED',
		dateDecided: now(),
		deciderId: company.admin.userId,
		approvedAmountValue: january.amountValue,
	};
	const payee = { personnelNumber: '17', costCenter: null };
	const amount = { value: spent.amountValue, currency: spent.amountCurrency };
	const paid = { ...spent, amount, meals: null };
	const [line] = pendingTransactions(paid, payee, null, Date.parse(CUT_OFF), now());
	if (line === undefined) throw new Error('Nothing is paid');
	await commit(db, [insertExpense(db, spent), insertTransaction(db, line)]);
	await (cell === undefined ? runCron(TODAY) : runCell(env, cell, Date.parse(TODAY)));
	const payroll = `/companies/${companyId}/flex`;
	const runs = await admin.get(`${payroll}/payroll-runs`);
	const correction = { amount: { value: -100, currency: 'EUR_CENT' }, reason: 'Counted twice' };
	await admin.put(benefits, PAUSE);
	// This is refused, so that the access log has an entry.
	await admin.get('/api-keys');
	await admin.put(`${payroll}/approval-rules/INTERNET`, { maxAmount: budget });
	await newMail(employee.userId, { kind: 'new_device', companyId }, db);
	const corrected = await admin.post(`${payroll}/payroll-transactions/${line.id}/corrections`, correction);
	const runId = runs.body[0].id as string;
	await admin.get(`${payroll}/payroll-runs/${runId}/export?format=csv`);
	await db.$client
		.prepare("INSERT INTO payroll_held_over VALUES (?, ?, 'personnel_number_missing')")
		.bind(runId, corrected.body.id)
		.run();
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const key = await admin.post(`/companies/${companyId}/api-keys`, {
		name: 'HR',
		operations: ['listEmployees'],
	});
	const platformKey = await platform.post('/api-keys', { name: 'Onboarding', operations: ['createCompany'] });
	await admin.post(`/companies/${companyId}/calendar/address`, { showsNames: true });
	const hooks = `/companies/${companyId}/webhook-endpoints`;
	const hook = await admin.post(hooks, { url: 'https://hr.example/hooks', eventTypes: ['company.restored'] });
	const ping = await admin.post(`${hooks}/${hook.body.id}/ping`);
	// A paused endpoint leaves nothing to do for the jobs.
	await admin.put(`${hooks}/${hook.body.id}`, { state: 'PAUSED' });
	const logo = await sendBytes(company.admin, 'PUT', `/companies/${companyId}/logo`, WEBP);
	const { sha256 } = (await logo.json()) as { sha256: string };
	const domainName = await newDomains(company);
	await admin.put(`/companies/${companyId}`, { assistants: true });
	const proposal = await admin.post(`/companies/${companyId}/proposals`, {
		operationId: 'updateEmployee',
		parameters: { id: employee.employeeId },
		body: { costCenter: '4711' },
		reason: 'The department has moved',
	});
	return {
		...employee,
		cell,
		logo: sha256,
		keyId: key.body.id as string,
		apiKey: key.body.key as string,
		endpointId: hook.body.id as string,
		deliveryId: ping.body.id as string,
		platformKeyId: platformKey.body.id as string,
		tillId: await newKnownTill(company.admin.userId),
		companyId,
		/** The module with an approval rule. */
		module: 'INTERNET',
		domainName,
		userId: company.admin.userId,
		sessionId: company.admin.sessionId,
		colleague,
		plannedVoucherId: planned.body[0].id as string,
		requestId: planned.headers.get('X-Request-Id') ?? '',
		templateId: template.body.id as string,
		transactionId: line.id,
		committedId: line.id,
		correctionId: corrected.body.id as string,
		runId,
		proposalId: proposal.body.id as string,
	};
}

/** Two domains with DNS records, one of them verified. Returns the other one. */
async function newDomains({ id, admin }: TestCompany): Promise<string> {
	const [proven, unproven] = [`${id}.test.example`, `other.${id}.test.example`];
	const path = `/companies/${id}/single-sign-on`;
	const settings = { ...provider, clientSecret: 'a secret', domains: [proven, unproven] };
	const { body } = await as(admin).put(path, settings);
	for (const { record } of body.domains) await publish(record);
	await as(admin).post(`${path}/domains/${proven}/verification`);
	return unproven;
}

/** The SHA-256 of the content of the receipt and the draft. */
const SHA256_OF_FILE = '86edbaa24831badfa0a8b04bb410141e2ee4182b6d0014493fe262a7a331c20b';

/** A person with flex access, a submitted expense with its receipt, and a draft. */
async function newPerson(company: TestCompany & { cell?: string }, fields: object = {}) {
	const db = databaseOf(env, company.cell ?? null);
	const employeeId = await newEmployee(company, fields);
	const { userId } = await userOf(employeeId, company.cell);
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const access = { budget, accumulateBudget: true, startDate: TODAY };
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, access);
	const expense = expenseOf(company, employeeId, userId, TODAY);
	const receiptId = newId(now());
	const content = '%PDF-1.7';
	await env.RECEIPTS.put(receiptId, content);
	const draftId = newId(now());
	await env.RECEIPTS.put(draftId, content);
	const { companyId } = expense;
	await db.$client
		.prepare(
			`INSERT INTO receipt_drafts (id, date_created, date_stored, company_id, employee_id, sha256, size, media_type, source)
			VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, 'application/pdf', 'UPLOAD')`,
		)
		.bind(draftId, now(), companyId, employeeId, SHA256_OF_FILE, content.length)
		.run();
	await as(await userOf(employeeId, company.cell)).post(`/employees/${employeeId}/flex/receipt-address`);
	await commit(db, [
		insertExpense(db, expense),
		insertReceipt(db, {
			id: receiptId,
			dateCreated: now(),
			dateStored: now(),
			expenseId: expense.id,
			mediaType: 'application/pdf',
			size: content.length,
			sha256: SHA256_OF_FILE,
			invoiceMark: null,
			dateUnneeded: null,
			dateDiscarded: null,
		}),
	]);
	const standing = await newStanding(company, employeeId, userId);
	return { employeeId, id: employeeId, userId, expenseId: expense.id, receiptId, draftId, ...standing };
}

/** A standing expense whose proof waits for its verification. */
async function newStanding(company: TestCompany & { cell?: string }, employeeId: string, userId: string) {
	const [standingExpenseId, proofId] = [newIdIn(company.id, now()), newId(now())];
	const content = '%PDF-1.7';
	await env.RECEIPTS.put(proofId, content);
	const [startDate, proofUntil] = [Date.parse('2023-02-01'), Date.parse('2024-02-29')];
	const { $client } = databaseOf(env, company.cell ?? null);
	await $client.batch([
		$client
			.prepare(
				`INSERT INTO standing_expenses (id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value,
					amount_currency, day_of_month, start_date, proof_until, note, up_to, state, next_date, waiting_since)
				VALUES (?1, ?2, ?2, ?3, ?4, ?5, 'INTERNET', 1290, 'EUR_CENT', 1, ?6, ?7, 'Internet at home', 0, 'SUBMITTED', ?6, ?2)`,
			)
			.bind(standingExpenseId, now(), employeeId, company.id, userId, startDate, proofUntil),
		$client
			.prepare(
				`INSERT INTO standing_proofs (id, date_created, date_stored, standing_expense_id, author_id, media_type, size, sha256, proof_until, state)
				VALUES (?1, ?2, ?2, ?3, ?4, 'application/pdf', ?5, ?6, ?7, 'SUBMITTED')`,
			)
			.bind(
				proofId,
				now(),
				standingExpenseId,
				userId,
				content.length,
				'86edbaa24831badfa0a8b04bb410141e2ee4182b6d0014493fe262a7a331c20b',
				proofUntil,
			),
	]);
	return { standingExpenseId, proofId };
}

const submittedForMending = (userId: string, world: World) =>
	submittedBy(userId, world, `, state = 'NEEDS_CORRECTION', date_returned = 0`);
const subscribed = async (userId: string, world: World) => {
	world.subscriptionId = await newSubscription(userId);
};

/** Some operations need more than the world, for the user who makes them. */
const PREPARED: Record<string, (userId: string, world: World) => Promise<unknown>> = {
	withdrawExpense: (userId, world) => submittedBy(userId, world),
	mendExpense: submittedForMending,
	removeReceipt: submittedForMending,
	readSettlement: (_, world) => settled(world),
	listSettlements: (_, world) => settled(world),
	reopenExpense: (_, world) => rejected(world),
	eraseEmployee: (_, world) => leftLongAgo(world),
	eraseUser: (_, world) => closed(world),
	openUser: (_, world) => closed(world),
	changeOwnPassword: (userId) => withPassword(userId),
	confirmSecondFactor: (userId) => giveSecondFactor(userId, null),
	renewRecoveryCodes: (userId) => giveSecondFactor(userId),
	removeSecondFactor: (userId) => giveSecondFactor(userId),
	resetSecondFactor: (_, world) => giveSecondFactor(world.userId, 0, rowsIn(world.cell)),
	finishLogin: async (userId, world) => {
		world.challenge = await newChallenge(userId);
	},
	listCells: () => newCompanyInCell(),
	listBackups: (_, world) => backedUp(world),
	moveCompany: (_, world) => opened(world),
	readMove: (_, world) => opened(world),
	restoreCompany: (_, world) => loading(world),
	queryCompany: async (_, world) => {
		world.companyInCell = (await newCompanyInCell()).id;
	},
	readMail: async (_, world) => {
		world.mailId = await mailOf(world);
	},
	readOwnIdentityChange: (userId, world) => askedAbout(userId, userId, world),
	agreeToIdentityChange: async (userId, world) => {
		await giveSecondFactor(userId);
		await askedAbout(userId, userId, world);
	},
	refuseIdentityChange: (userId, world) => askedAbout(userId, userId, world),
	listIdentityChanges: (userId, world) => askedAbout(world.colleague.userId, userId, world),
	askForIdentityChange: async (_, world) => {
		const until = now() + 1000;
		const rows = rowsIn(world.cell);
		await rows.batch([
			rows.prepare('UPDATE users SET rest_until = ? WHERE id = ?').bind(until, world.userId),
			rows.prepare("DELETE FROM identity_changes WHERE about_id = ? AND kind = 'REST'").bind(world.userId),
		]);
	},
	releaseIdentityChange: (userId, world) => askedAbout(world.colleague.userId, userId, world),
	cancelIdentityChange: (userId, world) => askedAbout(world.colleague.userId, userId, world),
	remindIdentityChange: (userId, world) => askedAbout(world.colleague.userId, userId, world),
	listPushSubscriptions: subscribed,
	readPushSubscription: subscribed,
	removePushSubscription: subscribed,
	endSession: async (userId, world) => {
		world.sessionId = (await openSession(userId)).sessionId;
	},
};

/** Whether `prepare` does anything for an operation. */
export const isPrepared = (operationId: string): boolean => operationId in PREPARED;

/** Brings the world into the state in which the operation succeeds for a user who may make it. */
export async function prepare(operationId: string, userId: string, world: World): Promise<void> {
	await PREPARED[operationId]?.(userId, world);
}

/** A request for another address of a person, which the caller may release as an administrator of long standing. */
async function askedAbout(personId: string, callerId: string, world: World): Promise<void> {
	const id = newId(now());
	world.changeId = id;
	const rows = rowsIn(world.cell);
	await rows.batch([
		rows.prepare('UPDATE users SET date_created = 0 WHERE id = ?').bind(callerId),
		rows.prepare("DELETE FROM identity_changes WHERE about_id = ? AND state = 'OPEN'").bind(personId),
		rows
			.prepare(
				`INSERT INTO identity_changes (id, date_created, date_modified, company_id, kind, about_id, user_id, email, former_email, state,
					date_expires, date_due)
				SELECT ?1, ?2, ?2, ?3, 'ADDRESS', id, id, ?5, email, 'OPEN', ?2 + 604800000, ?2 + 604800000 FROM users WHERE id = ?4`,
			)
			.bind(id, now(), world.companyId, personId, uniqueEmail()),
	]);
}

/** A device of the user for push messages. */
async function newSubscription(userId: string): Promise<string> {
	const id = newId(now());
	await env.DB.prepare(
		`INSERT INTO push_subscriptions (id, date_created, user_id, session_id, device, instead_of_mail, endpoint_hash, sealed)
		VALUES (?1, 0, ?2, '', 'unknown', 0, ?1, 'none')`,
	)
		.bind(id, userId)
		.run();
	return id;
}

/** The certificate of a till. No cell learns of it. */
async function newKnownTill(userId: string): Promise<string> {
	const id = newId(now());
	await env.DB.prepare(
		`INSERT INTO known_tills (id, date_created, author_id, name, issuer_mark, serial_number, valid_from, valid_until, fingerprint)
		VALUES (?1, 0, ?2, 'Kasse 1', '', '1A', 0, 0, lower(hex(randomblob(32))))`,
	)
		.bind(id, userId)
		.run();
	return id;
}

/** A mail to the administrator of the world's company. */
async function mailOf({ cell, companyId, userId }: World): Promise<string> {
	const id = newId(now());
	await rowsIn(cell)
		.prepare(
			`INSERT INTO mails (id, date_created, kind, user_id, company_id, data, priority, date_due) VALUES (?, ?, 'account_closed', ?, ?, '{}', 0, 0)`,
		)
		.bind(id, now(), userId, companyId)
		.run();
	return id;
}

/** The bucket lists a backup by its manifest alone. */
const backedUp = ({ companyId }: World) =>
	env.BACKUPS.put(`${companyId}/${LAST_NIGHT}/manifest.json`, '{}', {
		customMetadata: { rows: '204', bytes: '7554', objects: '2', schema: '3000_schema' },
	});

/** The database of the world, as D1 would be. */
const rowsIn = (cell: string | undefined): D1Database => databaseOf(env, cell ?? null).$client;
/** Records that the world's company has just moved, so that its old rows stay. */
const opened = ({ companyId }: World) =>
	env.DB.prepare(
		`INSERT OR IGNORE INTO moves (cell, company_id, step, date_started, date_opened) VALUES (?1, ?2, 'OPENED', ?3, ?4)`,
	)
		.bind(companyId.replaceAll(/[^a-z2-7]/g, 'a').slice(-12), companyId, now(), LAST_INSTANT)
		.run();

/** Records that the world's company is being restored, by a cell that does nothing. */
const loading = ({ companyId }: World) =>
	env.DB.batch([
		env.DB.prepare('DELETE FROM moves WHERE company_id = ?').bind(companyId),
		env.DB.prepare(
			`INSERT INTO moves (cell, company_id, step, date_started, backup) VALUES (?1, ?2, 'COPYING', ?3, ?4)`,
		).bind(companyId.replaceAll(/[^a-z2-7]/g, 'b').slice(-12), companyId, now(), LAST_NIGHT),
	]);

/** The answer to the right password of a user with a second factor. */
async function newChallenge(userId: string): Promise<string> {
	await withPassword(userId);
	await giveSecondFactor(userId);
	const user = await env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(userId).first('email');
	const { body } = await call('POST', '/auth', { email: user, password: PASSWORD });
	return body.challenge;
}

/** Makes a user the author of the world's waiting expenses. `change` sets further columns. */
const submittedBy = (userId: string, { cell, expenseId, colleague }: World, change = '') =>
	rowsIn(cell)
		.prepare(`UPDATE expenses SET author_id = ?${change} WHERE id IN (?, ?) AND state = 'SUBMITTED'`)
		.bind(userId, expenseId, colleague.expenseId)
		.run();

/** Settles the world's waiting line outside payroll. */
async function settled({ companyId, correctionId }: World): Promise<void> {
	const path = `/companies/${companyId}/flex/payroll-transactions/${correctionId}/settlement`;
	const given = { reason: 'Paid by bank transfer', date: '2023-03-06' };
	await as(await newUser(['PLATFORM_ADMIN'])).post(path, given);
}

/** Rejects the world's waiting expenses. */
const rejected = ({ cell, expenseId, colleague }: World) =>
	rowsIn(cell)
		.prepare(`UPDATE expenses SET state = 'REJECTED', date_decided = ? WHERE id IN (?, ?)`)
		.bind(now(), expenseId, colleague.expenseId)
		.run();

/** Terminates the world's employees so long ago that nothing of them has to be kept. */
export const leftLongAgo = ({ cell, employeeId, colleague }: World) =>
	rowsIn(cell)
		.prepare('UPDATE employees SET date_terminated = 0 WHERE id IN (?, ?)')
		.bind(employeeId, colleague.employeeId)
		.run();

/** Closes the administrator of the world's company. */
const closed = ({ cell, userId }: World) =>
	rowsIn(cell).prepare('UPDATE users SET date_closed = 0 WHERE id = ?').bind(userId).run();

const expenseOf = (company: TestCompany, employeeId: string, authorId: string, day: string): ExpenseRow => ({
	id: newId(now()),
	dateCreated: now(),
	dateModified: now(),
	employeeId,
	companyId: company.id,
	authorId,
	module: 'MEALS',
	amountValue: 1500,
	amountCurrency: 'EUR_CENT',
	date: Date.parse(day),
	days: 1,
	isPublicTransport: null,
	note: null,
	state: 'SUBMITTED',
	dateDecided: null,
	deciderId: null,
	rejectionReason: null,
	requestedAmountValue: null,
	mealPriceValue: null,
	recreationFor: null,
	machineFacts: null,
	approvalRuleId: null,
	dateRuled: null,
	dateSampled: null,
	approvedDays: null,
	absencesRecorded: false,
	approvedAmountValue: null,
	reasons: [],
	dateReturned: null,
	returnerId: null,
	standingExpenseId: null,
});
