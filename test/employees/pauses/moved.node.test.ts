import { expect, test } from 'vitest';
import { databaseBefore } from '../../harness/migrations.ts';

const [PAST, RETURN, FAR] = [Date.UTC(2020, 1), Date.UTC(2020, 3), Date.UTC(2999, 0)];
const MODIFIED = Date.UTC(2020, 0, 7);

test.each<[rule: string, start: number | null, back: number | null, moved: object[]]>([
	['none', null, null, []],
	[
		'that is over has begun and ended, and the cron tells neither again',
		PAST,
		RETURN,
		[
			{
				valid_from: PAST,
				valid_until: RETURN - 1,
				date_began_recorded: MODIFIED,
				date_ended_recorded: MODIFIED,
			},
		],
	],
	[
		'that is open has begun',
		PAST,
		null,
		[{ valid_from: PAST, valid_until: null, date_began_recorded: MODIFIED, date_ended_recorded: null }],
	],
	[
		'that is to come has not',
		FAR,
		null,
		[{ valid_from: FAR, valid_until: null, date_began_recorded: null, date_ended_recorded: null }],
	],
])('the one pause of an employee becomes the first of its timeline: one %s', (_, start, back, moved) => {
	const { database, migrate } = databaseBefore('pauses');
	database.exec(`
		INSERT INTO companies (id, date_created, date_modified, name, payroll_reference_day, tax_affiliation)
			VALUES ('c', 0, 0, 'Demo GmbH', 7, 'DE');
		INSERT INTO users (id, date_created, date_modified, email, email_key, roles) VALUES ('u', 0, 0, 'a', 'a', '["EMPLOYEE"]');
		INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision, date_paused_start, date_paused_end)
			VALUES ('e', 0, ${MODIFIED}, 'c', 'u', '[]', 0, ${start}, ${back});
	`);
	migrate();
	const columns = 'valid_from, valid_until, date_began_recorded, date_ended_recorded';
	const found = database.prepare(`SELECT ${columns} FROM pauses WHERE employee_id = 'e'`).all();
	expect(found.map((row) => ({ ...row }))).toEqual(moved);
});
