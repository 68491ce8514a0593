import { beforeEach, describe, expect, test } from 'vitest';
import { WAGE_TYPE_KEYS } from '../../../../src/benefits/ledger/rules.ts';
import { as, at, newCompany, newUser, type TestCompany } from '../../../harness/service.ts';
import { refusal } from '../../../harness/spending.ts';

let company: TestCompany;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	path = `/companies/${company.id}/payroll-settings`;
});

const FULL = {
	adviserNumber: '1234567',
	clientNumber: '00042',
	wageTypes: { MEALS: { number: '2100', lodasKey: '2' }, KITA: { number: '0001', lodasKey: null } },
	format: 'datev-lodas',
	usesCompanyNumbers: true,
	sumsBookings: true,
	splitsMeals: true,
	bookingMonth: 'FOLLOWING',
	recordsAbsences: true,
};
const NO_WAGE_TYPES = Object.fromEntries(WAGE_TYPE_KEYS.map((key) => [key, null]));

/** Settings as they are answered: with a field for each module. */
const shown = ({ wageTypes, ...numbers }: { wageTypes: object }) => ({
	companyId: company.id,
	...numbers,
	wageTypes: { ...NO_WAGE_TYPES, ...wageTypes },
});

const NONE = {
	adviserNumber: null,
	clientNumber: null,
	wageTypes: {},
	format: null,
	usesCompanyNumbers: false,
	sumsBookings: false,
	splitsMeals: false,
	bookingMonth: 'RUN',
	recordsAbsences: false,
};
const put = (body: unknown) => as(company.admin).put(path, body);
const get = async () => (await as(company.admin).get(path)).body;

describe('the payroll settings of a company', () => {
	test('are never guessed: at first there are none', async () => {
		expect(await as(company.admin).get(path)).toMatchObject({
			status: 200,
			body: shown(NONE),
		});
	});

	test('are kept as digits are written, leading zeros and all', async () => {
		expect(await put(FULL)).toMatchObject({ status: 200, body: shown(FULL) });
		expect(await get()).toEqual(shown(FULL));
	});

	test('are replaced as a whole', async () => {
		await put(FULL);
		const wageTypes = { SPORTS: { number: '9' } };
		await put({ wageTypes });
		const stored = { SPORTS: { number: '9', lodasKey: null } };
		expect(await get()).toEqual(shown({ ...NONE, wageTypes: stored }));
		await put({ ...NONE });
		expect(await get()).toEqual(shown(NONE));
	});

	test('are each company’s own', async () => {
		await put(FULL);
		const other = await newCompany();
		const { body } = await as(other.admin).get(`/companies/${other.id}/payroll-settings`);
		expect(body).toEqual({ ...shown(NONE), companyId: other.id });
	});
});

test('the history records a changed booking month with both values', async () => {
	await put(FULL);
	await put({ ...FULL, bookingMonth: 'RUN' });
	const { body } = await as(company.admin).get('/events?type=payroll_settings.updated');
	expect(body.at(-1)).toMatchObject({
		changedFields: ['bookingMonth'],
		before: { bookingMonth: 'FOLLOWING' },
		after: { bookingMonth: 'RUN' },
	});
});

test('the refusal of a number outside DATEV’s limits contains the limits', async () => {
	const { status, body } = await put({ ...FULL, adviserNumber: '999', clientNumber: '0' });
	expect({ status, body }).toMatchObject({
		status: 400,
		body: {
			errors: [
				{ pointer: '#/adviserNumber', detail: 'Must be a number from 1000 to 9999999' },
				{ pointer: '#/clientNumber', detail: 'Must be a number from 1 to 99999' },
			],
		},
	});
});

test.each<[string, object, string]>([
	['no wage types', { adviserNumber: '1000' }, '#/wageTypes'],
	['an empty adviser number', { ...FULL, adviserNumber: '' }, '#/adviserNumber'],
	['an adviser number of 8 digits', { ...FULL, adviserNumber: '12345678' }, '#/adviserNumber'],
	['an adviser number as a number', { ...FULL, adviserNumber: 1234567 }, '#/adviserNumber'],
	['a client number of 6 digits', { ...FULL, clientNumber: '123456' }, '#/clientNumber'],
	['a client number with a letter', { ...FULL, clientNumber: '4a' }, '#/clientNumber'],
	['a line break behind the digits', { ...FULL, clientNumber: '42\n' }, '#/clientNumber'],
	['digits of another script', { ...FULL, clientNumber: '٤٢' }, '#/clientNumber'],
	['an unknown module', { ...FULL, wageTypes: { CARS: { number: '1' } } }, '#/wageTypes/CARS'],
	['a wage type without number', { ...FULL, wageTypes: { MEALS: {} } }, '#/wageTypes/MEALS/number'],
	[
		'a wage type of 6 digits',
		{ ...FULL, wageTypes: { MEALS: { number: '123456' } } },
		'#/wageTypes/MEALS/number',
	],
	[
		'a key of 4 digits',
		{ ...FULL, wageTypes: { MEALS: { number: '1', lodasKey: '1234' } } },
		'#/wageTypes/MEALS/lodasKey',
	],
	['an adviser number below 1000', { ...FULL, adviserNumber: '0999' }, '#/adviserNumber'],
	['the client number 0', { ...FULL, clientNumber: '0' }, '#/clientNumber'],
	['the wage type 0', { ...FULL, wageTypes: { MEALS: { number: '0000' } } }, '#/wageTypes/MEALS/number'],
	[
		'the key 0',
		{ ...FULL, wageTypes: { MEALS: { number: '1', lodasKey: '0' } } },
		'#/wageTypes/MEALS/lodasKey',
	],
	[
		'the key 100',
		{ ...FULL, wageTypes: { MEALS: { number: '1', lodasKey: '100' } } },
		'#/wageTypes/MEALS/lodasKey',
	],
	['a setting for meals that is no yes or no', { ...FULL, splitsMeals: 'DE' }, '#/splitsMeals'],
	['an unknown booking month', { ...FULL, bookingMonth: 'NEXT' }, '#/bookingMonth'],
	['an unknown format', { ...FULL, format: 'xml' }, '#/format'],
	[
		'a wage type that Lohn und Gehalt keeps, for an office that takes its format',
		{ ...FULL, format: 'datev-lug', wageTypes: { MEALS: { number: '6000' } } },
		'#/wageTypes/MEALS/number',
	],
	['a mistyped field', { ...FULL, clientNumer: '1' }, '#/clientNumer'],
])('%s is refused and changes nothing', async (_, body, pointer) => {
	await put(FULL);
	const answer = await put(body);
	expect({ status: answer.status, code: answer.body.code }).toEqual({
		status: 400,
		code: 'validation_failed',
	});
	expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
	expect(await get()).toEqual(shown(FULL));
});

test('meals are split only where the service knows the law of the company’s country', async () => {
	const austrian = await newCompany(7, 'AT');
	const settings = `/companies/${austrian.id}/payroll-settings`;
	const { status, body } = await as(austrian.admin).put(settings, FULL);
	expect({ status, errors: body.errors }).toMatchObject({
		status: 400,
		errors: [{ pointer: '#/splitsMeals', code: 'conflict', detail: expect.stringContaining('AT') }],
	});
	expect((await as(austrian.admin).put(settings, { ...FULL, splitsMeals: false })).status).toBe(200);
});

test('an integration of the company and a platform administrator may; a verifier and strangers may not', async () => {
	for (const user of [await newUser(['TECHNICAL_USER'], [company.id]), await newUser(['PLATFORM_ADMIN'])]) {
		expect((await as(user).put(path, FULL)).status).toBe(200);
		expect((await as(user).get(path)).body.adviserNumber).toBe('1234567');
	}
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const foreign = (await newCompany()).admin;
	for (const [user, refused] of [
		[verifier, refusal(403, 'forbidden')],
		[foreign, refusal(404, 'not_found')],
	] as const) {
		expect(await as(user).get(path)).toMatchObject(refused);
		expect(await as(user).put(path, NONE)).toMatchObject(refused);
	}
	expect((await get()).adviserNumber).toBe('1234567');
});
