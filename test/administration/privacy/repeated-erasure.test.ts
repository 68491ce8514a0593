import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearCell } from '../../../src/foundation/cells/places.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell } from '../../harness/cells.ts';
import { newErasable, requireErased, requireFree, textOf } from '../../harness/erasing.ts';
import { cellOfCompany, undriven } from '../../harness/moving.ts';
import {
	backUp,
	bringRowsBack,
	left,
	restored,
	rowsOf,
	runInside,
	turningBack,
} from '../../harness/restoring.ts';
import { as, at, newCompany, newUser, now, restart, type TestUser } from '../../harness/service.ts';
import { begun } from '../../whole/faults/moving.ts';

let platform: TestUser;

beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	restart();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const objectsOfReceipts = async () => (await env.RECEIPTS.list()).objects.length;

// A backup of a cell is restored below as well, so that this one is lost at night only.
test.each(env.ALL_FAULTS === 'true' ? [true, false] : [false])(
	'a restore erases people again, whatever the backup says about them (cell: %s)',
	async (isInCell) => {
		const company = isInCell ? await newCompanyInCell() : await newCompany();
		const people = await newErasable(platform, company);
		const source = await cellOfCompany(company.id);
		const date = await backUp(company.id, source);
		const before = await textOf(source);
		for (const secret of people.secrets) expect(before).toContain(secret);
		await people.erase();
		// Even if the database is lost, the bucket of backups knows them.
		if (source !== null) await clearCell(env, source);
		const { body } = await restored(platform, company.id, date);
		expect(body).toMatchObject({ step: 'OPENED', reason: null });
		expect(body.erasedAgainIds.sort()).toEqual(people.ids.toSorted());
		const cell = (await cellOfCompany(company.id)) ?? '';
		restart();
		await left(cell);
		await requireErased(platform, people, cell);
		expect(await objectsOfReceipts()).toBe(0);
		await requireFree(people.secrets[0] ?? '');

		// The next backup has them erased, so nothing has to be repeated.
		const next = await backUp(company.id, cell);
		expect((await restored(platform, company.id, next)).body).toMatchObject({ erasedAgainIds: [] });
	},
);

test('a point in time brings nobody back who was erased since then', async () => {
	const company = await newCompanyInCell();
	const people = await newErasable(platform, company);
	const [before, to] = [await rowsOf(company.cell), new Date(now()).toISOString()];
	at('2023-03-09T12:00:00.000Z');
	await people.erase();
	const bindings = turningBack(company.cell, () => bringRowsBack(company.cell, before));
	const asked = await as(platform, bindings).post(`/companies/${company.id}/restore`, { at: to });
	expect(asked.status).toBe(200);
	for (let runs = 0; runs < 3; runs++) {
		at(new Date(now() + 1000).toISOString());
		await runInside(company.cell, bindings);
	}
	const { body } = await as(platform).get(`/companies/${company.id}/move`);
	expect(body).toMatchObject({ step: 'DONE', dateRestored: to });
	expect(body.erasedAgainIds.sort()).toEqual(people.ids.toSorted());
	restart();
	await ring(company.cell, now());
	await requireErased(platform, people, company.cell);
});

test('nobody is let in until every erasure is repeated', async () => {
	const company = await newCompanyInCell();
	const people = await newErasable(platform, company);
	const date = await backUp(company.id, company.cell);
	await people.erase();
	const cell = await begun(platform, { company }, date);
	// The adviser comes after the employee.
	await inCell(cell)
		.prepare(
			`CREATE TRIGGER fails BEFORE UPDATE OF date_deleted ON users WHEN NEW.id = '${people.adviserId}'
				BEGIN SELECT RAISE(ABORT, 'The database fails'); END`,
		)
		.run();
	const move = async () => (await as(platform, undriven()).get(`/companies/${company.id}/move`)).body;
	await ring(cell, now());
	expect(await move()).toMatchObject({ step: 'CLOSED', dateOpened: null });
	expect(await cellOfCompany(company.id)).toBe(company.cell);
	expect(await textOf(cell)).not.toContain(people.secrets[2]);
	await inCell(cell).prepare('DROP TRIGGER fails').run();
	await ring(cell, now());
	expect(await move()).toMatchObject({ step: 'OPENED' });
	expect((await move()).erasedAgainIds.sort()).toEqual(people.ids.toSorted());
	restart();
	await requireErased(platform, people, cell);
});
