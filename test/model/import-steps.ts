import fc from 'fast-check';
import { DAY, dayOf, dayStart } from './calendar.ts';
import { requireAccess, setAccess } from './flex.ts';
import { nameOf, someone } from './flex-steps.ts';
import { requireBudget, setBudget } from './goodies.ts';
import { comingMoments, type Moment, moments, resolve } from './moments.ts';
import { employeeNamed, type Reference, Refused } from './reference.ts';
import { ask, asking } from './step.ts';

const period = (start: fc.Arbitrary<Moment>) => ({ start, days: fc.option(fc.constantFrom(0, 30, 100)) });

const rows = fc.record({
	employee: someone,
	currency: fc.constantFrom('EUR_CENT', 'EUR_CENT', 'CHF_CENTIMES'),
	flex: fc.option(
		fc.record({
			...period(moments),
			value: fc.constantFrom(5000, 2000, 0),
			accumulateBudget: fc.boolean(),
			flexTaxRuleTemplateId: fc.constantFrom('default', 'capped', 'unknown'),
		}),
		{ freq: 3 },
	),
	goodies: fc.option(fc.record({ ...period(comingMoments), value: fc.constantFrom(5000, 2000) }), {
		freq: 3,
	}),
});

const MODULES = ['MEALS', 'INTERNET', 'MOBILITY', 'SPORTS'];

/** A file of one row, about somebody who is there: its access and its monthly budget are those of the single calls, both or neither. */
export const importing = asking('import', rows, (reference, { employee, currency, flex, goodies }) => {
	const name = nameOf(reference, employee);
	const [flexDays, goodiesDays] = [flex, goodies].map((one) => one && wholeDays(one, reference.now));
	const access = flex && flexDays && { ...grantOf(flex, currency), ...flexDays };
	const budget = goodies && goodiesDays && { budget: { value: goodies.value, currency }, ...goodiesDays };
	const row = {
		email: employeeNamed(reference, name).email,
		currency: currency.slice(0, 3),
		...(flex &&
			flexDays && {
				...{ flexBudget: flex.value / 100, flexAccumulate: flex.accumulateBudget, flexModules: MODULES },
				...{ flexTaxRuleTemplateId: flex.flexTaxRuleTemplateId, ...cells('flex', flexDays) },
			}),
		...(goodies && goodiesDays && { goodiesBudget: goodies.value / 100, ...cells('goodies', goodiesDays) }),
	};
	return ask('admin', 'POST /companies/company/employees/import', { employees: [row] }, () => {
		const isChanged = importRow(reference, name, access ?? null, budget ?? null);
		const counts = { created: 0, updated: isChanged ? 1 : 0, unchanged: isChanged ? 0 : 1, refused: 0 };
		return { ...counts, errors: [] };
	});
});

type Access = Parameters<typeof setAccess>[2];
type Budget = Parameters<typeof setBudget>[2];

/** Whether anything has changed. What holds already asks no rule. */
function importRow(
	reference: Reference,
	name: string,
	access: Access | null,
	budget: Budget | null,
): boolean {
	try {
		const isGranted = access !== null && requireAccess(reference, name, access);
		const isPlanned = budget !== null && requireBudget(reference, name, budget);
		if (isGranted && access) setAccess(reference, name, access);
		if (isPlanned && budget) setBudget(reference, name, budget);
		return isGranted || isPlanned;
	} catch (error) {
		throw error instanceof Refused ? new Refused('rows_refused') : error;
	}
}

const grantOf = (
	flex: { value: number; accumulateBudget: boolean; flexTaxRuleTemplateId: string },
	currency: string,
) => ({
	budget: { value: flex.value, currency },
	accumulateBudget: flex.accumulateBudget,
	allowedModules: MODULES,
	flexTaxRuleTemplateId: flex.flexTaxRuleTemplateId,
});

/** Cells name days; an end is that of its day. */
function wholeDays({ start, days }: { start: Moment; days: number | null }, now: number) {
	const from = dayStart(resolve(start, now));
	return { start: from, end: days === null ? null : from + (days + 1) * DAY - 1 };
}

const cells = (benefit: 'flex' | 'goodies', { start, end }: { start: number; end: number | null }) => ({
	[`${benefit}StartDate`]: dayOf(start),
	...(end !== null && { [`${benefit}EndDate`]: dayOf(end) }),
});
