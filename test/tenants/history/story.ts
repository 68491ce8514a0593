import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { sendBytes } from '../../harness/bytes.ts';
import { certificateOf } from '../../harness/certificates.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { publish, setTexts } from '../../harness/dns.ts';
import { sampleOf } from '../../harness/invoices.ts';
import { newDevice } from '../../harness/push.ts';
import { PDF, upload, uploadDraft } from '../../harness/receipts.ts';
import { codeOf } from '../../harness/second-factor.ts';
import { as, newUser, openSession, runCron } from '../../harness/service.ts';
import { cents, expenseOf } from '../../harness/spending.ts';
import { newTill } from '../../harness/tills.ts';
import { dispatch, newReceiver } from '../../harness/webhooks.ts';
import { carrying } from '../auth/addresses/people.ts';
import { BENEFITS } from './benefits.ts';
import { type Chapter, MAY, PASSWORD, removed, SUMMER, TODAY } from './protagonists.ts';

const [FEBRUARY, MARCH] = ['2023-02-01T00:00:00.000Z', '2023-03-01T00:00:00.000Z'];
const LEFT = '2023-03-07T11:00:00.000Z';

const INVOICE = expect.objectContaining({ number: 'RE-2023-0042', amount: cents(1000) });

/** The events of the story, in order. */
export const STORY: Chapter[] = [
	[
		'a company and its first user',
		async ({ platform }) => {
			await platform.post('/companies', { name: 'Neue GmbH', taxAffiliation: 'AT' });
			const user = { email: 'Ada@neue.example', roles: ['COMPANY_ADMIN'], password: PASSWORD };
			await platform.post('/users', user);
		},
		[
			['company.created', null, { name: 'Neue GmbH', payrollReferenceDay: 7, retentionMonths: 120 }],
			[
				'user.created',
				null,
				{
					email: 'Ada@neue.example',
					roles: ['COMPANY_ADMIN'],
					manageableCompanyIds: [],
					dateRegistered: TODAY,
				},
			],
		],
	],
	[
		'another name and password of a user',
		({ platform, user }) => platform.put(user, { firstName: 'Ada', password: PASSWORD }),
		[
			[
				'user.updated',
				{ firstName: null, password: null, dateRegistered: null },
				{ firstName: 'Ada', password: 'changed', dateRegistered: TODAY },
			],
		],
	],
	[
		'a new e-mail address that a user asks for',
		async ({ user }) => {
			const session = await openSession(user.slice('/users/'.length));
			await as(session, carrying()).put('/auth/me', { email: 'ada@new.example', password: PASSWORD });
		},
		[['user.address_requested', null, { dateExpires: '2023-03-08T12:00:00.000Z' }]],
	],
	[
		'an address that an administrator asks for twice, and the operator releases',
		async ({ platform, spender: { admin, company } }) => {
			const created = await as(admin).post('/employees', {
				email: 'bert@old.example',
				companyId: company.id,
			});
			const { body: people } = await as(admin).get(`/companies/${company.id}/people?q=bert`);
			const user = `/users/${people[0].userId}`;
			await platform.put(user, { password: PASSWORD });
			const path = `/companies/${company.id}/identity-changes`;
			const ask = (email: string) => as(admin, carrying()).put(user, { email });
			await ask('bert@one.example');
			const [first] = (await as(admin).get(path)).body;
			await as(admin).delete(`${path}/${first.id}`);
			await ask('bert@two.example');
			const second = (await as(admin).get(path)).body.at(-1);
			await platform.post(`${path}/${second.id}/release`);
			expect(created.status).toBe(201);
		},
		[
			['user.created', null, expect.anything()],
			['employee.created', null, expect.anything()],
			['user.updated', expect.anything(), expect.anything()],
			['user.address_requested', null, { dateExpires: '2023-03-14T12:00:00.000Z' }],
			['user.address_cancelled', null, {}],
			['user.address_requested', null, { dateExpires: '2023-03-14T12:00:00.000Z' }],
			['user.address_released', null, { consent: 'OPERATOR' }],
		],
	],
	[
		'a second factor that is added, gets new codes, is removed and is reset by an administrator',
		async ({ spender: { admin }, platform }) => {
			const own = as(admin);
			const path = '/auth/me/second-factor';
			const { secret } = (await own.post(path, {})).body;
			const { recoveryCodes } = (await own.post(`${path}/confirmation`, { code: codeOf(secret) })).body;
			const renewed = await own.post(`${path}/recovery-codes`, { code: recoveryCodes[0] });
			await own.post(`${path}/removal`, { code: renewed.body.recoveryCodes[0] });
			await own.post(path, {});
			await platform.delete(`/users/${admin.userId}/second-factor`);
		},
		['added', 'codes_renewed', 'removed', 'reset'].map((change) => [`second_factor.${change}`, null, {}]),
	],
	[
		'a user who is closed, and opened again',
		async ({ platform, user }) => {
			await platform.post(`${user}/closure`);
			await platform.send('DELETE', `${user}/closure`);
		},
		[
			['user.closed', { dateClosed: null }, { dateClosed: TODAY }],
			['user.opened', { dateClosed: TODAY }, { dateClosed: null }],
		],
	],
	[
		'a platform administrator who looks at the pages of a user',
		async ({ spender: { admin } }) => {
			const visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
			await browse(visit).post(`/platform/viewing/${admin.userId}`);
		},
		[['user.viewed', null, { dateExpires: '2023-03-07T13:00:00.000Z' }]],
	],
	[
		'an API key with a technical user of its own, revoked',
		async ({ admin, company }) => {
			const { body } = await admin.post(`${company}/api-keys`, { name: 'HR', operations: ['readMe'] });
			await admin.delete(`${company}/api-keys/${body.id}?reason=ROTATED`);
		},
		[
			['user.created', null, { roles: ['TECHNICAL_USER'] }],
			['api_key.created', null, { name: 'HR', operations: ['readMe'], dateExpires: null }],
			['api_key.revoked', { dateRevoked: null }, { dateRevoked: TODAY }],
		],
	],
	[
		'a session in foreign hands, with what it began',
		async ({ spender, company }) => {
			const thief = await openSession(spender.admin.userId);
			await as(thief).post(`${company}/calendar/address`, { showsNames: false });
			await as(spender.admin).delete(`/auth/sessions/${thief.sessionId}?reason=COMPROMISED`);
		},
		[
			['calendar_address.created', null, { showsNames: false }],
			['compromise.ended', null, { kind: 'CALENDAR_ADDRESS' }],
		],
	],
	[
		'a webhook endpoint that is paused, gets another secret, is gone and is removed',
		async ({ admin, company }) => {
			const path = `${company}/webhook-endpoints`;
			const receiver = await newReceiver('410');
			const { body } = await admin.post(path, { url: receiver.url, eventTypes: ['company.restored'] });
			await admin.put(`${path}/${body.id}`, { state: 'PAUSED' });
			await admin.post(`${path}/${body.id}/rotate-secret`, {});
			await admin.put(`${path}/${body.id}`, { state: 'ACTIVE' });
			await admin.post(`${path}/${body.id}/ping`);
			await dispatch();
			await admin.delete(`${path}/${body.id}`);
		},
		[
			['webhook_endpoint.created', null, { state: 'ACTIVE', eventTypes: ['company.restored'] }],
			['webhook_endpoint.updated', { state: 'ACTIVE' }, { state: 'PAUSED' }],
			['webhook_endpoint.secret_rotated', null, { dateRotated: TODAY }],
			['webhook_endpoint.updated', { state: 'PAUSED' }, { state: 'ACTIVE' }],
			['webhook_endpoint.disabled', { state: 'ACTIVE' }, { state: 'DISABLED', reason: 'GONE' }],
			['webhook_endpoint.removed', { state: 'DISABLED' }, { state: null }],
		],
	],
	[
		'a secret address of the calendar, revoked',
		async ({ admin, company }) => {
			await admin.post(`${company}/calendar/address`, { showsNames: true });
			await admin.delete(`${company}/calendar/address`);
		},
		[
			['calendar_address.created', null, { showsNames: true, dateCreated: TODAY }],
			[
				'calendar_address.revoked',
				{ showsNames: true, dateCreated: TODAY },
				{ showsNames: null, dateCreated: null },
			],
		],
	],
	[
		'a group of the directory, created, renamed and removed',
		async ({ admin }) => {
			const { body } = await admin.send('POST', '/scim/v2/Groups', {
				displayName: 'Engines',
				externalId: 'G-1',
			});
			const path = `/scim/v2/Groups/${body.id}`;
			await admin.send('PUT', path, { displayName: 'Looms', externalId: 'G-1' });
			await admin.send('DELETE', path);
		},
		[
			['group.created', null, { name: 'Engines', externalId: 'G-1' }],
			['group.updated', { name: 'Engines' }, { name: 'Looms' }],
			['group.removed', { name: 'Looms', externalId: 'G-1' }, { name: null, externalId: null }],
		],
	],
	[
		'a new employee, who is a user too',
		({ admin, spender }) =>
			admin.post('/employees', { email: 'bo@neue.example', companyId: spender.company.id, groups: ['it'] }),
		[
			['user.created', null, { email: 'bo@neue.example', roles: ['EMPLOYEE'] }],
			['employee.created', null, { email: 'bo@neue.example', groups: ['it'], dateTerminated: null }],
		],
	],
	[
		'an invitation of an employee, by link and on paper',
		async ({ admin, employee }) => {
			await admin.post(`${employee}/invitation`);
			await admin.post(`${employee}/invitation/letter`);
		},
		[
			['user.invited', null, { by: 'MAIL', dateExpires: '2023-03-14T12:00:00.000Z' }],
			['user.invited', null, { by: 'LETTER', dateExpires: '2023-04-06T12:00:00.000Z' }],
		],
	],
	[
		'a change of an employee, with its pause and termination as events of their own',
		({ admin, employee }) =>
			admin.put(employee, {
				costCentre: '4711',
				groups: ['sales'],
				datePausedStart: '2023-05-01T02:00:00+02:00',
				dateTerminated: SUMMER.endDate,
			}),
		[
			['employee.updated', { costCenter: null, groups: [] }, { costCenter: '4711', groups: ['sales'] }],
			['employee.terminated', { dateTerminated: null }, { dateTerminated: SUMMER.endDate }],
			['pause.set', null, { datePausedStart: MAY, datePausedEnd: null }],
		],
	],
	[
		'both taken back',
		({ admin, employee }) => admin.put(employee, { datePausedStart: null, dateTerminated: null }),
		[
			['employee.termination_cleared', { dateTerminated: SUMMER.endDate }, { dateTerminated: null }],
			removed('pause'),
		],
	],
	...BENEFITS,
	[
		'an electronic invoice, taken away again',
		async ({ spender }) => {
			const id = await spender.submitted();
			const { body } = await upload(spender.employee, id, sampleOf('cii'));
			await spender.sendBack(id);
			await as(spender.employee).delete(`/flex/expenses/${id}/receipts/${body.id}`);
		},
		[
			['expense.submitted', null, { machineFacts: null }],
			['receipt.added', null, { mediaType: 'application/xml' }],
			['expense.facts_changed', { machineFacts: null }, { machineFacts: INVOICE }],
			['expense.returned', {}, {}],
			['receipt.removed', {}, {}],
			['expense.facts_changed', { machineFacts: INVOICE }, { machineFacts: null }],
		],
	],
	[
		'an expense with a receipt, approved, paid and corrected',
		async ({ spender }) => {
			const id = await spender.submitted({ note: 'Router' });
			await upload(spender.employee, id);
			await spender.approve(id);
			await spender.reopen(id, 'Wrong receipt');
			await spender.approve(id);
			const { body } = await spender.close('2023-02');
			await spender.correct((await spender.transactionOf(id)).id, -100);
			const path = `/companies/${spender.company.id}/flex/payroll-runs/${body.id}/export?format=csv`;
			await as(spender.admin).get(path);
		},
		[
			['expense.submitted', null, { amount: cents(1000), date: '2023-02-27T00:00:00.000Z', note: 'Router' }],
			['receipt.added', null, { mediaType: 'application/pdf', size: 64, dateStored: TODAY }],
			[
				'expense.approved',
				{ state: 'SUBMITTED', dateDecided: null },
				{ state: 'APPROVED', dateDecided: TODAY, approvedAmount: cents(1000) },
			],
			[
				'payroll_transaction.created',
				null,
				{ amount: cents(1000), personnelNumber: '0042', state: 'PENDING' },
			],
			[
				'expense.reopened',
				{ state: 'APPROVED', dateDecided: TODAY, reason: null },
				{ state: 'SUBMITTED', dateDecided: null, approvedAmount: null, reason: 'Wrong receipt' },
			],
			[
				'payroll_transaction.withdrawn',
				{ state: 'PENDING', dateDeleted: null },
				{ state: 'WITHDRAWN', dateDeleted: TODAY },
			],
			['expense.approved', { state: 'SUBMITTED' }, { state: 'APPROVED' }],
			['payroll_transaction.created', null, { amount: cents(1000), state: 'PENDING' }],
			['payroll_run.closing', null, { month: '2023-02-01T00:00:00.000Z', state: 'CLOSING' }],
			[
				'payroll_run.closed',
				{
					month: '2023-02-01T00:00:00.000Z',
					state: 'CLOSING',
					dateClosed: null,
					lineCount: null,
					sums: null,
				},
				{
					month: '2023-02-01T00:00:00.000Z',
					state: 'CLOSED',
					lineCount: 1,
					sums: [{ module: 'INTERNET', amount: cents(1000) }],
				},
			],
			['payroll_correction.created', null, { amount: cents(-100), reason: 'Counted twice' }],
			[
				'payroll_file.issued',
				null,
				{ month: '2023-02-01T00:00:00.000Z', format: 'csv', version: 1, leftOut: [] },
			],
		],
	],
	[
		'a line that is settled outside payroll',
		async ({ spender }) => {
			const id = await spender.approved({ date: '2023-03-01' });
			await spender.settle((await spender.transactionOf(id)).id);
		},
		[
			['expense.submitted', null, {}],
			['expense.approved', {}, {}],
			['payroll_transaction.created', null, {}],
			[
				'payroll_transaction.settled',
				{ state: 'PENDING', dateDeleted: null, reason: null },
				{ state: 'SETTLED', date: '2023-03-06T00:00:00.000Z', reason: 'Paid by bank transfer' },
			],
		],
	],
	[
		'expenses that come to nothing',
		async ({ spender }) => {
			const id = await spender.submitted(expenseOf({ date: '2023-03-01' }));
			await upload(spender.employee, id);
			await spender.reject(id);
			await env.DB.prepare('UPDATE receipts SET date_unneeded = 0 WHERE expense_id = ?').bind(id).run();
			await runCron(TODAY);
			const returned = await spender.submitted(expenseOf({ date: '2023-03-01' }));
			await spender.sendBack(returned);
			await spender.mend(returned, { date: '2023-03-02' });
			await spender.withdraw(returned);
		},
		[
			['expense.submitted', null, {}],
			['receipt.added', null, {}],
			['expense.rejected', { rejectionReason: null }, { state: 'REJECTED', rejectionReason: 'Not legible' }],
			['receipt.removed', { dateDiscarded: null }, { dateDiscarded: TODAY }],
			['expense.submitted', null, {}],
			[
				'expense.returned',
				{ state: 'SUBMITTED', reasons: [], dateReturned: null },
				{ state: 'NEEDS_CORRECTION', reasons: ['no_date'], dateReturned: TODAY },
			],
			[
				'expense.mended',
				{ state: 'NEEDS_CORRECTION', date: '2023-03-01T00:00:00.000Z' },
				{ state: 'SUBMITTED', date: '2023-03-02T00:00:00.000Z' },
			],
			['expense.withdrawn', { state: 'SUBMITTED' }, { state: 'WITHDRAWN' }],
		],
	],
	[
		'a draft of a receipt that is deleted',
		async ({ spender }) => {
			const { body } = await uploadDraft(spender.employee, spender.employeeId);
			await as(spender.employee).send(
				'DELETE',
				`/employees/${spender.employeeId}/flex/receipt-drafts/${body.id}`,
			);
		},
		[
			['receipt_draft.added', null, { mediaType: 'application/pdf', size: 64 }],
			['receipt_draft.removed', { dateDiscarded: null }, { dateDiscarded: TODAY }],
		],
	],
	[
		'an address for receipts by mail that is removed',
		async ({ spender }) => {
			const path = `/employees/${spender.employeeId}/flex/receipt-address`;
			await as(spender.employee).post(path);
			await as(spender.employee).delete(path);
		},
		[
			['receipt_address.created', null, { dateCreated: TODAY }],
			['receipt_address.removed', { dateCreated: TODAY }, { dateCreated: null }],
		],
	],
	[
		'a standing expense that does not fit a month, with a proof that is refused',
		async ({ spender }) => {
			const { body } = await as(spender.employee).post(
				`/employees/${spender.employeeId}/flex/standing-expenses`,
				{
					module: 'INTERNET',
					amount: cents(1_000_000),
					dayOfMonth: 7,
					startDate: '2023-03-01',
					proofUntil: '2024-02-29',
				},
			);
			const path = `/flex/standing-expenses/${body.id}`;
			const prove = (until: string) =>
				sendBytes(spender.employee, 'POST', `${path}/proofs?proofUntil=${until}`, PDF);
			await prove('2024-02-29');
			await as(spender.verifier).post(`${path}/approval`);
			await runCron(TODAY);
			await prove('2025-02-28');
			await as(spender.verifier).post(`${path}/rejection`, { reasons: ['no_date'] });
			await as(spender.employee).post(`${path}/withdrawal`);
			await env.DB.prepare(
				`UPDATE standing_proofs SET date_unneeded = 0 WHERE standing_expense_id = ? AND state = 'REJECTED'`,
			)
				.bind(body.id)
				.run();
			await runCron(TODAY);
		},
		[
			['standing_expense.submitted', null, { module: 'INTERNET', amount: cents(1_000_000), dayOfMonth: 7 }],
			['standing_expense.proof_added', null, { proofUntil: '2024-02-29T00:00:00.000Z' }],
			[
				'standing_expense.approved',
				{ state: 'SUBMITTED', approvedAmount: null, proofState: 'SUBMITTED' },
				{ state: 'ACTIVE', approvedAmount: cents(1_000_000), proofState: 'APPROVED' },
			],
			['standing_expense.skipped', null, { date: '2023-03-07T00:00:00.000Z', refusal: 'budget_exceeded' }],
			['standing_expense.proof_added', null, { proofUntil: '2025-02-28T00:00:00.000Z' }],
			['standing_expense.rejected', { reasons: [] }, { reasons: ['no_date'], proofState: 'REJECTED' }],
			['standing_expense.ended', { state: 'ACTIVE' }, { state: 'ENDED', dateEnded: TODAY }],
			['standing_expense.proof_removed', { dateDiscarded: null }, { dateDiscarded: TODAY }],
		],
	],
	[
		'meals that waited for their official value, and their approval taken back',
		async ({ spender }) => {
			const meal = { module: 'MEALS', days: 1, amount: cents(500), date: '2023-03-02' };
			const id = await spender.approved(meal);
			const waiting = 'UPDATE payroll_transactions SET awaits_meal_value = 1 WHERE flex_data_id = ?';
			await env.DB.prepare(waiting).bind(id).run();
			await runCron(TODAY);
			await spender.reopen(id);
			await spender.withdraw(id);
		},
		[
			['expense.submitted', null, {}],
			['expense.approved', {}, {}],
			['payroll_transaction.created', null, { amount: cents(500) }],
			[
				'payroll_transaction.split',
				{ amount: cents(500), kind: 'EXPENSE', awaitsMealValue: true },
				{ amount: cents(380), kind: 'MEALS_FLAT_TAXED', awaitsMealValue: false },
			],
			['payroll_transaction.created', null, { amount: cents(120), kind: 'MEALS_TAX_FREE' }],
			['expense.reopened', {}, {}],
			['payroll_transaction.withdrawn', {}, {}],
			['payroll_transaction.withdrawn', {}, {}],
			['expense.withdrawn', {}, {}],
		],
	],
	[
		'single sign-on with a domain that is proven, then lost, and the end of it',
		async ({ admin, company, platform }) => {
			const singleSignOn = `${company}/single-sign-on`;
			const settings = {
				issuer: 'https://login.neue.example',
				clientId: 'zubrot',
				domains: ['neue.example'],
			};
			const { body } = await admin.put(singleSignOn, { ...settings, clientSecret: PASSWORD });
			await publish(body.domains[0].record);
			await admin.post(`${singleSignOn}/domains/neue.example/verification`);
			const requests = (await admin.get(`${company}/identity-changes?state=OPEN`)).body;
			for (const { id } of requests) await platform.post(`${company}/identity-changes/${id}/release`);
			await admin.delete(`${company}/identity-changes/${requests[0].id}`);
			await setTexts(body.domains[0].record.name, []);
			for (const date of ['08', '15']) await runCron(`2023-03-${date}T12:00:00.000Z`);
			await admin.delete(singleSignOn);
		},
		[
			[
				'single_sign_on.set',
				null,
				{ issuer: 'https://login.neue.example', clientId: 'zubrot', onlySso: false, clientSecret: 'changed' },
			],
			['domain.added', null, { domain: 'neue.example', dateVerified: null }],
			['release.asked', null, { kind: 'PROVIDER', name: 'https://login.neue.example (zubrot)' }],
			['domain.verified', { dateVerified: null }, { dateVerified: TODAY }],
			['release.asked', null, { kind: 'DOMAIN', name: 'neue.example' }],
			['release.given', null, { kind: 'PROVIDER', consent: 'OPERATOR' }],
			['release.given', null, { kind: 'DOMAIN', consent: 'OPERATOR' }],
			['release.cancelled', null, { kind: 'PROVIDER' }],
			['domain.missing', { dateMissing: null }, { dateMissing: '2023-03-08T12:00:00.000Z' }],
			['domain.lost', { dateVerified: TODAY }, { dateVerified: null, dateMissing: null }],
			['single_sign_on.removed', { clientId: 'zubrot' }, { issuer: null, clientId: null }],
			['domain.removed', { domain: 'neue.example' }, { domain: null }],
		],
	],
	[
		'an approval rule that is set, changed and removed',
		async ({ admin, company }) => {
			const path = `${company}/flex/approval-rules/INTERNET`;
			await admin.put(path, { maxAmount: cents(5000) });
			await admin.put(path, { maxAmount: cents(2000) });
			await admin.delete(path);
		},
		[
			['approval_rule.set', null, { module: 'INTERNET', maxAmount: cents(5000), samplePercent: 5 }],
			['approval_seed.committed', null, { month: '2023-03-01T00:00:00.000Z' }],
			['approval_rule.set', { maxAmount: cents(5000) }, { maxAmount: cents(2000) }],
			['approval_rule.removed', { dateDeleted: null }, { dateDeleted: TODAY }],
		],
	],
	[
		'a tax rule template and payroll settings',
		async ({ admin, company, spender }) => {
			await admin.post('/flex/tax-rule-templates', { name: 'Meals', companyIds: [spender.company.id] });
			const settings = { adviserNumber: '1234567', clientNumber: '42', wageTypes: {} };
			await admin.put(`${company}/payroll-settings`, settings);
		},
		[
			['tax_rule_template.created', null, { name: 'Meals', rules: [] }],
			['payroll_settings.updated', { adviserNumber: null }, { adviserNumber: '1234567', clientNumber: '42' }],
		],
	],
	[
		'a pause, cut by another one to come, and one laid around what is over by then',
		async ({ admin, employee }) => {
			await admin.put(employee, { datePausedStart: MARCH, datePausedEnd: null });
			await admin.put(employee, { datePausedStart: MAY });
			await runCron(TODAY);
			await admin.put(employee, { datePausedStart: FEBRUARY, datePausedEnd: MAY });
		},
		[
			removed('pause'),
			['pause.set', null, { datePausedStart: MARCH, datePausedEnd: null }],
			['pause.cut', { datePausedEnd: null }, { datePausedEnd: TODAY }],
			['pause.set', null, { datePausedStart: MAY, datePausedEnd: null }],
			['employee.pause_began', null, { datePausedStart: MARCH, datePausedEnd: TODAY }],
			['employee.pause_ended', null, { datePausedStart: MARCH, datePausedEnd: TODAY }],
			removed('pause'),
			['pause.set', null, { datePausedStart: FEBRUARY, datePausedEnd: MARCH }],
			['pause.continued', null, { datePausedStart: TODAY, datePausedEnd: MAY }],
		],
	],
	[
		'a user who wants fewer mails',
		({ spender }) => as(spender.employee).put('/auth/me/notices', { voucherIssued: false }),
		[['notices.updated', { voucherIssued: true }, { voucherIssued: false }]],
	],
	[
		'a user who wants push messages on a device',
		async ({ spender }) =>
			as(spender.employee).post('/auth/me/push-subscriptions', (await newDevice()).subscription),
		[['notices.updated', { pushDevices: [] }, { pushDevices: ['unknown'] }]],
	],
	[
		'an employee who leaves a company that keeps nothing',
		async ({ platform, admin, company, employee }) => {
			await platform.put(company, { retentionMonths: 0 });
			await admin.put(employee, { dateTerminated: LEFT });
			await runCron(TODAY);
			await platform.post(`${employee}/erasure`);
		},
		[
			['company.updated', { retentionMonths: 120 }, { retentionMonths: 0 }],
			['employee.terminated', { dateTerminated: null }, { dateTerminated: LEFT }],
			['employee.left', null, { dateTerminated: LEFT }],
			['flex_access.cut', {}, { validUntil: LEFT }],
			removed('planned_voucher'),
			removed('default_access'),
			removed('default_access'),
			removed('default_access'),
			['employee.pause_began', null, {}],
			['employee.pause_ended', null, {}],
			['employee.pause_began', null, {}],
			['employee.erased', { dateErased: null }, { dateErased: TODAY, personnelNumber: null, groups: [] }],
			['user.erased', { dateDeleted: null, email: null }, { dateDeleted: TODAY, lastName: null }],
		],
	],
	[
		'a company that moves',
		async ({ platform }) => {
			const { body } = await platform.post('/companies', {
				name: 'Umzug AG',
				payrollReferenceDay: 7,
				taxAffiliation: 'DE',
			});
			await platform.post(`/companies/${body.id}/move`);
		},
		[
			['company.created', null, { name: 'Umzug AG' }],
			['company.move_started', null, {}],
		],
	],
	[
		'a restored directory',
		async ({ platform }) => {
			await platform.post('/cells/repair', { since: '2026-03-01T00:00:00.000Z' });
		},
		[['directory.repaired', null, { dateRestored: '2026-03-01T00:00:00.000Z' }]],
	],
	[
		'imported certificates of tills',
		async ({ platform }) => {
			const certificates = certificateOf(newTill()('1.00'), { name: 'Kasse 2' });
			const { body } = await platform.post('/flex/known-tills', { certificates });
			await platform.delete(`/flex/known-tills/${body.certificates[0].till.id}`);
		},
		[
			['known_till.imported', null, { name: 'Kasse 2', validUntil: '2030-12-31T23:59:59.000Z' }],
			['known_till.removed', null, { name: 'Kasse 2' }],
		],
	],
];
