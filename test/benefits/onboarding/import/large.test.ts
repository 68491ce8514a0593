import { afterEach, expect, test, vi } from 'vitest';
import { failing, faultsOf, nameOf } from '../../../harness/failing.ts';
import { fileOf, importPath } from '../../../harness/imports.ts';
import { isTried } from '../../../harness/sampling.ts';
import { as, newCompany, type TestCompany, uniqueEmail } from '../../../harness/service.ts';

const CSV = { 'Content-Type': 'text/csv' };
/** Three parts of 500, and two. */
const [MANY, FEWER] = [1200, 501];

afterEach(() => vi.restoreAllMocks());

const newFile = (rows: number) =>
	fileOf(
		'E-Mail;Flex-Budget;Flex ab;Goodies-Budget;Goodies ab',
		...Array.from({ length: rows }, () => `${uniqueEmail()};50;2023-04-01;10;2023-04-01`),
	);

async function countOf({ id, admin }: TestCompany): Promise<number> {
	return (await as(admin).get(`/employees?companyId=${id}`)).body.length;
}

test('round trips grow with parts of 500 rows, and one batch writes them all', async () => {
	const company = await newCompany();
	await as(company.admin).get('/auth/me');
	const { bindings, calls } = failing(null);
	const answer = await as(company.admin, bindings).send('POST', importPath(company.id), newFile(MANY), CSV);
	expect(answer.body).toMatchObject({ created: MANY });
	expect(calls).toHaveLength(4);
});

test('a file of several parts is imported as a whole or not at all, whatever fails', {
	timeout: 180_000,
}, async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
	const file = newFile(FEWER);
	const CALLS = 3;
	const faults = faultsOf(CALLS).filter(({ kind }) => kind !== 'dead');
	// One of three strikes each call, each moment and each kind, and ends with the write that takes effect unheard.
	for (const fault of faults.filter((_, index) => isTried(index + 1, 3))) {
		const company = await newCompany();
		await as(company.admin).get('/auth/me');
		const { bindings, calls } = failing(fault);
		const ownFile = file.replaceAll('@', `@${company.id}.`);
		const send = (by = bindings) => as(company.admin, by).send('POST', importPath(company.id), ownFile, CSV);
		const { status } = await send();
		const isStored = (await countOf(company)) === FEWER;
		const wasWritten = status === 200 || (fault.moment === 'after' && fault.call === CALLS);
		expect.soft([nameOf(fault, calls), isStored]).toEqual([nameOf(fault, calls), wasWritten]);
		if (!isStored) expect(await countOf(company)).toBe(0);
		const again = await send(failing(null).bindings);
		expect(again.body).toMatchObject(isStored ? { unchanged: FEWER } : { created: FEWER });
	}
});
