import type { CARRY_OVERS } from '../../core/balance.ts';
import type { Module } from '../../core/modules.ts';
import type { Currency } from '../../core/money.ts';
import type { EXPENSE_STATES } from '../../expenses/rules.ts';
import type { Interval, VoucherType } from '../../goodies/plans/rules.ts';
import { MODULE_NAMES } from '../../mail/words.ts';
import type { Catalogue } from '../words.ts';
import type { ChangeName } from './changes.ts';

type Each<Key extends string> = Record<Key, string>;

/** What the values of enumerations are called. */
interface Names {
	modules: Each<Module>;
	currencies: Each<Currency>;
	states: Each<(typeof EXPENSE_STATES)[number]>;
	carryOvers: Each<(typeof CARRY_OVERS)[number]>;
	voucherTypes: Each<VoucherType>;
	intervals: Each<Interval>;
	changes: Each<ChangeName>;
}

const ENGLISH: Names = {
	modules: MODULE_NAMES.en,
	currencies: {
		EUR_CENT: 'Euro',
		LEU_BANI: 'Leu',
		GBP_PENCE: 'Pound',
		CHF_CENTIMES: 'Swiss franc',
	},
	states: {
		SUBMITTED: 'waits',
		NEEDS_CORRECTION: 'was sent back',
		APPROVED: 'approved',
		REJECTED: 'rejected',
		WITHDRAWN: 'withdrawn',
	},
	carryOvers: {
		CARRIED: 'What was left of the month before comes on top.',
		NEW_YEAR: 'The year begins anew.',
		NO_ACCESS: 'Nothing is carried: this month or the one before has no access.',
		NOT_ACCUMULATING: 'Nothing is carried: what is left expires.',
		CURRENCY_CHANGED: 'Nothing is carried: the currency has changed.',
		OVERDRAWN: 'Nothing is carried: the month before is overdrawn.',
	},
	voucherTypes: { GENERIC: 'Voucher', SPECIAL: 'Gift' },
	intervals: {
		ONCE: 'once',
		DAILY: 'every day',
		WEEKLY: 'every week',
		MONTHLY: 'every month',
		YEARLY: 'every year',
	},
	changes: {
		access: 'Change flex access',
		'access-end': 'End flex access',
		budget: 'Change goodies',
		'budget-end': 'End goodies',
		gift: 'Plan a gift',
		'plan-end': 'End a plan',
		'default-access': 'Grant default access',
		pause: 'Pause',
		termination: 'Leaving',
		details: 'Master data',
	},
};

const GERMAN: Names = {
	modules: MODULE_NAMES.de,
	currencies: { EUR_CENT: 'Euro', LEU_BANI: 'Leu', GBP_PENCE: 'Pfund', CHF_CENTIMES: 'Schweizer Franken' },
	states: {
		SUBMITTED: 'wartet',
		NEEDS_CORRECTION: 'zurückgegeben',
		APPROVED: 'genehmigt',
		REJECTED: 'abgelehnt',
		WITHDRAWN: 'zurückgezogen',
	},
	carryOvers: {
		CARRIED: 'Was vom Vormonat übrig war, kommt hinzu.',
		NEW_YEAR: 'Das Jahr beginnt neu.',
		NO_ACCESS: 'Nichts übertragen: In diesem oder im Vormonat gab es keinen Zugang.',
		NOT_ACCUMULATING: 'Nichts übertragen: Was übrig ist, verfällt.',
		CURRENCY_CHANGED: 'Nichts übertragen: Die Währung hat gewechselt.',
		OVERDRAWN: 'Nichts übertragen: Der Vormonat ist überzogen.',
	},
	voucherTypes: { GENERIC: 'Gutschein', SPECIAL: 'Geschenk' },
	intervals: {
		ONCE: 'einmalig',
		DAILY: 'jeden Tag',
		WEEKLY: 'jede Woche',
		MONTHLY: 'jeden Monat',
		YEARLY: 'jedes Jahr',
	},
	changes: {
		access: 'Flex-Zugang ändern',
		'access-end': 'Flex-Zugang beenden',
		budget: 'Goodies ändern',
		'budget-end': 'Goodies beenden',
		gift: 'Geschenk planen',
		'plan-end': 'Plan beenden',
		'default-access': 'Standardzugang geben',
		pause: 'Pause',
		termination: 'Austritt',
		details: 'Stammdaten',
	},
};

export const NAMES: Catalogue<Names> = { en: ENGLISH, de: GERMAN };
