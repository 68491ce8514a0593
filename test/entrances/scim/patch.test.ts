import { describe, expect, test } from 'vitest';
import { EMPLOYMENT, ENTERPRISE, USER } from '../../../src/entrances/scim/resource.ts';
import { newClient, numbered } from '../../harness/scim.ts';

describe('a PATCH as it is really sent', () => {
	test.each<[what: string, operations: (userName: string) => object[], expected: object]>([
		[
			'Entra: one path each',
			() => [
				{ op: 'Add', path: 'name.givenName', value: 'Grace' },
				{ op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: '2' },
			],
			{ name: { givenName: 'Grace', familyName: 'Lovelace' }, ...numbered('2') },
		],
		[
			'Entra: the address again, by a filter',
			(userName) => [
				{ op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
				{ op: 'Replace', path: 'displayName', value: 'Ada L.' },
			],
			{ name: { givenName: 'Ada' } },
		],
		[
			'Entra: names with dots, without a path',
			() => [
				{
					op: 'replace',
					value: { 'name.familyName': 'Hopper', [`${ENTERPRISE}:costCenter`]: '4712', active: 'true' },
				},
			],
			{ name: { familyName: 'Hopper' }, [ENTERPRISE]: { costCenter: '4712', employeeNumber: '1' } },
		],
		[
			'Okta: an object',
			() => [
				{
					op: 'replace',
					value: { name: { givenName: 'Grace', familyName: 'Hopper' }, [ENTERPRISE]: { costCenter: '4712' } },
				},
			],
			{
				name: { givenName: 'Grace', familyName: 'Hopper' },
				[ENTERPRISE]: { costCenter: '4712', employeeNumber: '1' },
			},
		],
		[
			'Entra: a manager, which is ignored, and an extension as a whole',
			() => [
				{ op: 'Add', path: `${ENTERPRISE}:manager`, value: '1' },
				{ op: 'Remove', path: `${ENTERPRISE}:manager` },
				{ op: 'Replace', path: ENTERPRISE, value: { costCenter: '4712', department: 'Sales' } },
			],
			{ [ENTERPRISE]: { costCenter: '4712', employeeNumber: '1' } },
		],
		[
			'names in another case, and with the schema before them',
			() => [
				{ op: 'REPLACE', path: `${USER}:Active`, value: false },
				{ op: 'replace', value: { Name: { GIVENNAME: 'Grace' } } },
			],
			{ active: false, name: { givenName: 'Grace', familyName: 'Lovelace' } },
		],
		[
			'Okta: all of a profile, with an address at home that nobody keeps',
			(userName) => [
				{
					op: 'replace',
					value: {
						displayName: 'Ada Lovelace',
						emails: [
							{ value: userName, type: 'work', primary: true },
							{ value: 'ada@home.example', type: 'home' },
						],
						active: true,
						preferredLanguage: 'de',
					},
				},
			],
			{ active: true, preferredLanguage: 'de', emails: [{ type: 'work' }] },
		],
		[
			'a termination of ours',
			() => [{ op: 'add', path: `${EMPLOYMENT}:dateTerminated`, value: '2030-12-31T23:59:59Z' }],
			{ [EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' } },
		],
	])('%s', async (_, operations, expected) => {
		const { newPerson, patch } = await newClient();
		const { body: person } = await newPerson({
			name: { givenName: 'Ada', familyName: 'Lovelace' },
			...numbered('1'),
		});
		const answer = await patch(`/Users/${person.id}`, ...operations(person.userName));
		expect(answer).toMatchObject({ status: 200, body: expected });
	});
});

test('a removed attribute is cleared', async () => {
	const { newPerson, patch } = await newClient();
	const { body: person } = await newPerson({
		name: { givenName: 'Ada' },
		...numbered('1'),
		[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' },
	});
	const answer = await patch(
		`/Users/${person.id}`,
		{ op: 'Remove', path: 'name.givenName' },
		{ op: 'remove', path: `${ENTERPRISE}:employeeNumber` },
		{ op: 'remove', path: EMPLOYMENT },
	);
	expect(answer.body).toMatchObject({ name: {}, [ENTERPRISE]: {} });
	expect([answer.body.name, answer.body[ENTERPRISE], answer.body[EMPLOYMENT]]).toEqual([{}, {}, {}]);
});

describe('a PATCH is refused', () => {
	test.each<[what: string, body: object, scimType: string]>([
		[
			'with an unknown operation',
			{ Operations: [{ op: 'move', path: 'active', value: true }] },
			'invalidSyntax',
		],
		['that removes nothing in particular', { Operations: [{ op: 'remove' }] }, 'noTarget'],
		[
			'whose value has no path and no names',
			{ Operations: [{ op: 'replace', value: false }] },
			'invalidValue',
		],
		['without operations', { Operations: [] }, 'invalidValue'],
		[
			'with an address that is none',
			{ Operations: [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada' }] },
			'invalidValue',
		],
		[
			'with a value of another kind',
			{ Operations: [{ op: 'Replace', path: 'active', value: 'perhaps' }] },
			'invalidValue',
		],
		[
			'with a date that is none',
			{ Operations: [{ op: 'Add', path: `${EMPLOYMENT}:dateTerminated`, value: 'soon' }] },
			'invalidValue',
		],
	])('%s', async (_, body, scimType) => {
		const { newPerson, send } = await newClient();
		const { id } = (await newPerson()).body;
		expect(await send('PATCH', `/Users/${id}`, body)).toMatchObject({ status: 400, body: { scimType } });
	});

	test.each([
		'__proto__.polluted',
		'constructor.prototype.polluted',
		'name.__proto__.polluted',
		`${ENTERPRISE}:__proto__.polluted`,
	])('or does nothing at %s', async (path) => {
		const { newPerson, patch } = await newClient();
		const { id } = (await newPerson()).body;
		await patch(`/Users/${id}`, { op: 'add', path, value: 'yes' });
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});
