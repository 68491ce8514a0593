import { as, newUser, uniqueEmail } from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';

export const TODAY = '2023-03-07T12:00:00.000Z';
export const PASSWORD = 'correct horse battery staple';
export const MAY = '2023-05-01T00:00:00.000Z';
export const SUMMER = { startDate: '2023-06-01T00:00:00.000Z', endDate: '2023-08-31T23:59:59.999Z' };

/** The people in the story, and its authors. */
export async function newProtagonists() {
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const spender = await newSpender({}, undefined, { personnelNumber: '0042' });
	const { body } = await platform.post('/users', { email: uniqueEmail(), roles: ['COMPANY_ADMIN'] });
	return {
		platform,
		spender,
		admin: as(spender.admin),
		employee: `/employees/${spender.employeeId}`,
		company: `/companies/${spender.company.id}`,
		user: `/users/${body.id}`,
	};
}

export type Protagonists = Awaited<ReturnType<typeof newProtagonists>>;

/** A type, and the changes of fields. A new record has no previous values. */
export type Told = [type: string, before: object | null, after: object];

export const removed = (kind: string): Told => [
	`${kind}.removed`,
	{ dateDeleted: null },
	{ dateDeleted: TODAY },
];

/** Something that happens, and the events that tell of it. */
export type Chapter = [happening: string, happen: (they: Protagonists) => Promise<unknown>, told: Told[]];
