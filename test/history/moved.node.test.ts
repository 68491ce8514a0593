import { expect, test } from 'vitest';
import { expanded } from '../../src/db/events.ts';
import { databaseBefore } from '../harness/migrations.ts';

const uuid = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [COMPANY, USER, EMPLOYEE, SESSION, ENTRY] = [1, 2, 3, 4, 5].map(uuid) as [
	string,
	string,
	string,
	string,
	string,
];
const NOON = Date.parse('2023-03-07T12:00:00.000Z');
const BY_USER = { type: 'USER', userId: USER, sessionId: SESSION, roles: ['COMPANY_ADMIN'] };

/** Events as they were stored before, and the names that fields have since. */
const EVENTS = [
	{
		type: 'company.created',
		on: [COMPANY, 'COMPANY', COMPANY, COMPANY],
		by: BY_USER,
		before: null,
		after: { id: COMPANY, name: 'Süß "& Co' },
	},
	{
		type: 'user.created',
		on: [null, 'USER', USER, USER],
		by: { type: 'COMMAND_LINE' },
		before: null,
		after: { email: null, roles: [] },
	},
	{
		type: 'employee.created',
		on: [COMPANY, 'EMPLOYEE', EMPLOYEE, EMPLOYEE],
		by: BY_USER,
		before: null,
		after: { email: 'a@b.example', id: EMPLOYEE, groups: ['it'] },
		called: { id: 'employeeId' },
	},
	{
		type: 'flex_access.set',
		on: [COMPANY, 'EMPLOYEE', EMPLOYEE, ENTRY],
		by: BY_USER,
		before: null,
		after: {
			id: ENTRY,
			budget: { value: 1, currency: 'EUR_CENT' },
			accumulateBudget: false,
			taxRuleTemplateId: 'default',
			validUntil: null,
		},
		called: { taxRuleTemplateId: 'flexTaxRuleTemplateId' },
	},
	{
		type: 'planned_voucher.cut',
		on: [COMPANY, 'EMPLOYEE', EMPLOYEE, ENTRY],
		by: { type: 'CRON' },
		before: { validUntil: null },
		after: { validUntil: '2023-03-31T23:59:59.999Z' },
		called: { validUntil: 'endDate' },
	},
	{
		type: 'default_access.cut',
		on: [COMPANY, 'EMPLOYEE', EMPLOYEE, ENTRY],
		by: { type: 'CRON' },
		before: { validUntil: null },
		after: { validUntil: null },
		called: { validUntil: 'validTo' },
	},
	{
		type: 'employee.left',
		on: [COMPANY, 'EMPLOYEE', EMPLOYEE, EMPLOYEE],
		by: { type: 'CRON' },
		before: null,
		after: { dateTerminated: '2023-03-07T11:59:59.999Z' },
	},
] as const;

test('a history from before it was compact is moved without loss, under the names of the interface', () => {
	const { database, migrate } = databaseBefore('compact_history');
	database.exec(`INSERT INTO companies (id, date_created, date_modified, name, payroll_reference_day, tax_affiliation)
			VALUES ('${COMPANY}', 0, 0, 'C', 7, 'DE');
		INSERT INTO users (id, date_created, date_modified, email, email_key, roles) VALUES ('${USER}', 0, 0, 'u', 'u', '["EMPLOYEE"]');
		INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, date_terminated, revision)
		VALUES ('${EMPLOYEE}', 0, 0, '${COMPANY}', '${USER}', '[]', 1, 0)`);
	const insert = database.prepare(
		`INSERT INTO events (id, date, date_reached, author, company_id, subject_type, subject_id, record_id, type, before, after)
		VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	for (const [n, { type, on, by, before, after }] of EVENTS.entries()) {
		const values = [before && JSON.stringify(before), JSON.stringify(after)];
		insert.run(uuid(100 + n), NOON + n * 1_800_000, JSON.stringify(by), ...on, type, ...values);
	}
	migrate();

	const moved = database
		.prepare(
			`SELECT e.*, t.text AS type, f.text AS fields, a.type AS actor, hex(a.user_id) AS user, hex(a.session_id) AS session, a.roles,
				s.type AS subject_type, lower(hex(s.uuid)) AS subject, lower(hex(c.uuid)) AS company,
				lower(hex(coalesce(e.record_id, s.uuid))) AS record, lower(hex(e.id)) AS id
			FROM events e JOIN event_texts t ON t.id = e.type JOIN event_texts f ON f.id = e.fields
			JOIN event_authors a ON a.id = e.author JOIN event_parties s ON s.id = e.subject
			LEFT JOIN event_parties c ON c.id = e.company ORDER BY e.position`,
		)
		.all();
	const hex = (id: string | null) => id?.replaceAll('-', '') ?? '';
	expect(moved).toHaveLength(EVENTS.length);
	for (const [n, { on, by, before, after, ...event }] of EVENTS.entries()) {
		const row = moved[n] ?? {};
		const [company, subjectType, subject, record] = on;
		const rename = (fields: object) =>
			Object.fromEntries(
				Object.entries(fields).map(([name, value]) => [
					('called' in event && (event.called as Record<string, string>)[name]) || name,
					value,
				]),
			);
		expect(row).toMatchObject({
			position: n + 1,
			id: hex(uuid(100 + n)),
			date: NOON + n * 1_800_000,
			request_id: null,
			type: event.type,
			actor: by.type,
			user: 'userId' in by ? hex(by.userId).toUpperCase() : '',
			roles: JSON.stringify('roles' in by ? by.roles : []),
			company: hex(company),
			subject_type: subjectType,
			subject: hex(subject),
			record: hex(record),
		});
		const values = {
			fields: JSON.parse(String(row.fields)),
			before: JSON.parse(String(row.before)),
			after: JSON.parse(String(row.after)),
		};
		const own = { companyId: null, userId: null, subjectId: '', recordId: '', date: '' };
		expect(expanded(values, own)).toEqual({ before: before && rename(before), after: rename(after) });
	}
	const hours = database.prepare('SELECT hour, position FROM event_hours').all();
	const first = NOON / 3_600_000;
	expect(hours.map(({ hour, position }) => [hour, position])).toEqual(
		[0, 1, 2, 3].map((n) => [first + n, 2 * n + 1]),
	);
	const { left } = database.prepare('SELECT date_left AS left FROM employees').get() ?? {};
	expect(left).toBe(Date.parse('2023-03-07T11:59:59.999Z'));
});
