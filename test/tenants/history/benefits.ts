import { runCron } from '../../harness/service.ts';
import { cents } from '../../harness/spending.ts';
import { type Chapter, MAY, removed, SUMMER, TODAY } from './protagonists.ts';

const APRIL = '2023-04-01T00:00:00.000Z';
const JUNE = SUMMER.startDate;
const BEFORE_SUMMER = '2023-05-31T23:59:59.999Z';
const AFTER_SUMMER = '2023-09-01T00:00:00.000Z';
const [MID_OCTOBER, END_OF_OCTOBER] = ['2023-10-15T00:00:00.000Z', '2023-10-31T23:59:59.999Z'];

/** The part of the story that is about timelines. */
export const BENEFITS: Chapter[] = [
	[
		'an access in the midst of another',
		({ admin, employee }) =>
			admin.put(`${employee}/flex/access`, { budget: cents(1), accumulateBudget: false, ...SUMMER }),
		[
			['flex_access.cut', { validUntil: null }, { validUntil: BEFORE_SUMMER }],
			['flex_access.set', null, { budget: cents(1), accumulateBudget: false, validFrom: JUNE }],
			['flex_access.continued', null, { budget: cents(5000), validFrom: AFTER_SUMMER }],
		],
	],
	[
		'a revocation',
		({ admin, employee }) => admin.delete(`${employee}/flex/access`, { endDate: JUNE }),
		[removed('flex_access'), removed('flex_access')],
	],
	[
		'a monthly budget',
		({ admin, employee }) =>
			admin.put(`${employee}/goodies/budget`, { budget: cents(4000), startDate: TODAY }),
		[['planned_voucher.set', null, { amount: cents(4000), interval: 'MONTHLY', anchor: TODAY }]],
	],
	[
		'an issued voucher',
		() => runCron(TODAY),
		[
			['flex_access.began', null, {}],
			['voucher.issued', null, { amount: cents(4000), dueDate: TODAY, interval: 'MONTHLY' }],
		],
	],
	[
		'another budget in the midst',
		({ admin, employee }) => admin.put(`${employee}/goodies/budget`, { budget: cents(1), ...SUMMER }),
		[
			['planned_voucher.cut', { endDate: null }, { endDate: BEFORE_SUMMER }],
			['planned_voucher.set', null, { amount: cents(1) }],
			['planned_voucher.continued', null, { amount: cents(4000), anchor: TODAY }],
		],
	],
	[
		'proposals, one released and one declined',
		async ({ admin, company, employee }) => {
			await admin.put(company, { assistants: true });
			const parameters = { id: employee.split('/')[2] };
			const ids: string[] = [];
			for (const costCenter of ['1', '2']) {
				const proposed = {
					operationId: 'updateEmployee',
					parameters,
					body: { costCenter },
					reason: 'It has moved',
				};
				ids.push((await admin.post(`${company}/proposals`, proposed)).body.id);
			}
			await admin.post(`${company}/proposals/${ids[0]}/release`);
			await admin.post(`${company}/proposals/${ids[1]}/decline`, { reason: 'It has not' });
			await admin.put(employee, { costCenter: '4711' });
		},
		[
			['company.updated', { assistants: false }, { assistants: true }],
			['proposal.created', null, { operationId: 'updateEmployee', state: 'OPEN', authorType: 'USER' }],
			['proposal.created', null, { operationId: 'updateEmployee' }],
			['employee.updated', { costCenter: '4711' }, { costCenter: '1' }],
			['proposal.released', null, { operationId: 'updateEmployee', state: 'RELEASED' }],
			['proposal.declined', null, { operationId: 'updateEmployee', state: 'DECLINED' }],
			['employee.updated', { costCenter: '1' }, { costCenter: '4711' }],
		],
	],
	[
		'the revocation of all plans',
		({ admin, employee }) => admin.delete(`${employee}/goodies/planned-vouchers`, { endDate: JUNE }),
		[removed('planned_voucher'), removed('planned_voucher')],
	],
	[
		'a voucher that a pause swallows',
		async ({ admin, employee }) => {
			await admin.put(employee, { datePausedStart: APRIL, datePausedEnd: MAY });
			await runCron('2023-04-07T12:00:00.000Z');
		},
		[
			['pause.set', null, { datePausedStart: APRIL, datePausedEnd: MAY }],
			['month.cut_off', null, { month: '2023-02-01T00:00:00.000Z' }],
			['month.cut_off', null, { payrollReferenceDate: '2023-03-07T23:59:59.999Z' }],
			['employee.pause_began', null, { datePausedStart: APRIL, datePausedEnd: MAY }],
			['voucher.skipped', null, { dueDate: '2023-04-07T12:00:00.000Z' }],
		],
	],
	[
		'a budget that expires with its access',
		async ({ admin, employee }) => {
			await admin.delete(`${employee}/flex/access`, { endDate: '2023-04-14T23:59:59.999Z' });
			await runCron('2023-04-15T12:00:00.000Z');
		},
		[
			['flex_access.cut', { validUntil: BEFORE_SUMMER }, { validUntil: '2023-04-14T23:59:59.999Z' }],
			['month.cut_off', null, {}],
			['month.cut_off', null, {}],
			['flex_access.ended', null, { validUntil: '2023-04-14T23:59:59.999Z' }],
			[
				'budget.expired',
				null,
				{
					month: APRIL,
					amount: cents(10_000),
					carryOver: 'NO_ACCESS',
					dateExpired: '2023-04-15T00:00:00.000Z',
				},
			],
		],
	],
	[
		'default access, cut, continued and removed',
		async ({ admin, employee }) => {
			for (const period of [
				{ startDate: JUNE, endDate: END_OF_OCTOBER },
				{ startDate: APRIL, endDate: SUMMER.endDate },
				{ startDate: MID_OCTOBER },
			]) {
				await admin.put(`${employee}/goodies/default-access`, period);
			}
		},
		[
			['default_access.set', null, { validFrom: JUNE, validTo: END_OF_OCTOBER, dateDeleted: null }],
			removed('default_access'),
			['default_access.set', null, { validFrom: APRIL, validTo: SUMMER.endDate }],
			['default_access.continued', null, { validFrom: AFTER_SUMMER, validTo: END_OF_OCTOBER }],
			['default_access.cut', { validTo: END_OF_OCTOBER }, { validTo: '2023-10-14T23:59:59.999Z' }],
			['default_access.set', null, { validFrom: MID_OCTOBER, validTo: null }],
		],
	],
];
