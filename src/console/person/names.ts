import type { CARRY_OVERS } from '../../core/balance.ts';
import type { Pair, Texts } from '../../core/language.ts';
import type { Currency } from '../../core/money.ts';
import {
	CURRENCY_NAMES,
	EXPENSE_STATE_NAMES,
	INTERVAL_NAMES,
	MODULE_NAMES,
	VOUCHER_TYPE_NAMES,
} from '../../core/words.ts';
import type { EXPENSE_STATES } from '../../expenses/rules.ts';
import type { Interval, VoucherType } from '../../goodies/plans/rules.ts';
import type { ChangeName } from './changes.ts';

export const NAMES = {
	modules: MODULE_NAMES,
	currencies: CURRENCY_NAMES satisfies Record<Currency, Pair>,
	states: EXPENSE_STATE_NAMES satisfies Record<(typeof EXPENSE_STATES)[number], Pair>,
	carryOvers: {
		CARRIED: [
			'The unspent budget of the previous month is added.',
			'Das nicht ausgegebene Budget des Vormonats kommt hinzu.',
		],
		NEW_YEAR: ['A new year begins.', 'Ein neues Jahr beginnt.'],
		NO_ACCESS: [
			'Nothing is carried: this month or the one before has no access.',
			'Nichts übertragen: In diesem oder im Vormonat gab es keinen Zugang.',
		],
		NOT_ACCUMULATING: [
			'Nothing is carried: what is left expires.',
			'Nichts übertragen: Was übrig ist, verfällt.',
		],
		CURRENCY_CHANGED: [
			'Nothing is carried: the currency has changed.',
			'Nichts übertragen: Die Währung hat gewechselt.',
		],
		OVERDRAWN: [
			'Nothing is carried: the month before is overdrawn.',
			'Nichts übertragen: Der Vormonat ist überzogen.',
		],
	} satisfies Record<(typeof CARRY_OVERS)[number], Pair>,
	voucherTypes: VOUCHER_TYPE_NAMES satisfies Record<VoucherType, Pair>,
	intervals: INTERVAL_NAMES satisfies Record<Interval, Pair>,
	changes: {
		access: ['Change flex access', 'Flex-Zugang ändern'],
		'access-end': ['End flex access', 'Flex-Zugang beenden'],
		budget: ['Change goodies', 'Goodies ändern'],
		'budget-end': ['End goodies', 'Goodies beenden'],
		gift: ['Plan a gift', 'Geschenk planen'],
		'plan-end': ['End a plan', 'Plan beenden'],
		'default-access': ['Grant default access', 'Standardzugang geben'],
		pause: ['Pause', 'Pause'],
		termination: ['Termination', 'Austritt'],
		details: ['Master data', 'Stammdaten'],
	} satisfies Record<ChangeName, Pair>,
} satisfies Texts;
