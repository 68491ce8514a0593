import { act, giveAccess, giveBenefits } from '../../administration/sandboxes/data/actions.ts';
import { createEmployee } from '../../benefits/employees/joining/actions.ts';
import { updateEmployee } from '../../benefits/employment/actions.ts';
import { addMonths, endOfMonth, type Instant, startOfMonth } from '../../foundation/core/instant.ts';
import type { Call } from '../../foundation/db/call.ts';

export type Company = 'Demo GmbH' | 'Andere AG';

interface DemoEmployee {
	email: string;
	firstName: string;
	lastName: string;
	company: Company;
	personnelNumber: string | null;
	costCenter: string;
	groups: string[];
	/** Null for a person who is invited now. The mail comes back. */
	benefits: Benefits | null;
	/** The pause begins with the present month. */
	pausedMonths?: number;
	/** Whether the present month is the last one. */
	isLeaving?: boolean;
}

interface Benefits {
	/** How many months before the present one flex access and monthly budget began. */
	months: number;
	flexBudget: number;
	/** The flex budget from the month before the present one on. */
	raisedTo?: number;
	goodiesBudget: number;
}

/** How many months before the present one all people joined. Benefits begin later, because goodies begin in a month to come. */
export const JOINED_MONTHS_AGO = 7;

const DEMO = { company: 'Demo GmbH' as const, groups: ['Büro'] };

export const EMPLOYEES: DemoEmployee[] = [
	{
		...DEMO,
		firstName: 'Emil',
		lastName: 'Weber',
		email: 'employee@demo.example',
		personnelNumber: '00001',
		costCenter: '4711',
		benefits: { months: 4, flexBudget: 5000, goodiesBudget: 5000 },
	},
	{
		...DEMO,
		firstName: 'Erika',
		lastName: 'Mustermann',
		email: 'erika@demo.example',
		personnelNumber: '00002',
		costCenter: '4711',
		groups: ['Büro', 'Vertrieb'],
		benefits: { months: 6, flexBudget: 8000, raisedTo: 10_000, goodiesBudget: 5000 },
	},
	{
		...DEMO,
		firstName: 'Max',
		lastName: 'Müller',
		email: 'max@demo.example',
		personnelNumber: '00003',
		costCenter: '4712',
		groups: ['Außendienst'],
		benefits: { months: 3, flexBudget: 5000, goodiesBudget: 4400 },
	},
	{
		...DEMO,
		firstName: 'Lena',
		lastName: 'Schäfer',
		email: 'lena@demo.example',
		personnelNumber: '00004',
		costCenter: '4712',
		groups: ['Außendienst'],
		benefits: { months: 5, flexBudget: 5000, goodiesBudget: 5000 },
		pausedMonths: 3,
	},
	{
		...DEMO,
		firstName: 'Jonas',
		lastName: 'Groß',
		email: 'jonas@demo.example',
		personnelNumber: '00005',
		costCenter: '4713',
		benefits: { months: 5, flexBudget: 6000, goodiesBudget: 5000 },
		isLeaving: true,
	},
	{
		...DEMO,
		firstName: 'Mia',
		lastName: 'Vogel',
		email: 'mia.vogl@demo.example',
		personnelNumber: null,
		costCenter: '4713',
		benefits: null,
	},
	{
		company: 'Andere AG',
		firstName: 'Anna',
		lastName: 'Huber',
		email: 'anna@andere.example',
		personnelNumber: '00001',
		costCenter: '100',
		groups: [],
		benefits: { months: 2, flexBudget: 10_000, goodiesBudget: 2_500 },
	},
];

/** Creates an employee, as the administrator of the call would have. Returns the ids. */
export async function hire(
	call: Call,
	companyId: string,
	{ company, benefits, pausedMonths, isLeaving = false, ...fields }: DemoEmployee,
	present: Instant,
): Promise<{ id: string; userId: string }> {
	const thisMonth = startOfMonth(present);
	const { id, userId } = await act(call, (one) =>
		createEmployee(one, {
			...fields,
			companyId,
			skipSendRegistrationEmail: benefits !== null,
			dateTerminated: isLeaving ? endOfMonth(present) : null,
		}),
	);
	if (benefits === null) return { id, userId };
	const { months, flexBudget: budget, raisedTo, goodiesBudget: monthlyBudget } = benefits;
	const startDate = addMonths(thisMonth, -months);
	await giveBenefits(call, id, {
		budget,
		accumulateBudget: true,
		startDate,
		monthlyBudget,
		monthlyFrom: startDate,
	});
	if (raisedTo !== undefined)
		await giveAccess(call, id, {
			budget: raisedTo,
			accumulateBudget: true,
			startDate: addMonths(thisMonth, -1),
		});
	if (pausedMonths !== undefined) {
		const pause = { datePausedStart: thisMonth, datePausedEnd: addMonths(thisMonth, pausedMonths) };
		await act(call, (one) => updateEmployee(one, id, pause));
	}
	return { id, userId };
}
