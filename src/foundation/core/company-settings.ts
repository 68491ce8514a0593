import type { Pair } from './language.ts';

interface Declaration {
	/** The column of `companies`. */
	column: string;
	/** The label, as it stands in a sentence. */
	label: Pair;
	/** The description in the OpenAPI document. */
	description: string;
	/** Whether the company's own administrators may change it. Otherwise it protects its employees or the platform. */
	isOwn: boolean;
}

interface NumberDeclaration extends Declaration {
	default: number;
	max: number;
}

/**
 * The settings of a company that are numbers. Column, history, requests, responses, names and rights of a setting are
 * derived from this list and the next one. The others, which need more than that, are stated where they are used.
 */
export const COMPANY_NUMBERS = {
	retentionMonths: {
		column: 'retention_months',
		label: ['months until erasure', 'Monate bis zur Löschung'],
		description: 'Months after a termination until the employee’s personal data may be erased.',
		isOwn: false,
		/** The longest retention period for payroll documents in Germany and Austria. */
		default: 120,
		max: 600,
	},
	leaverAccessDays: {
		column: 'leaver_access_days',
		label: ['days of access after leaving', 'Tage Zugang nach dem Austritt'],
		description: 'Days after a termination until the employee’s user is closed.',
		isOwn: true,
		/** Former employees may sign in for a while to see their remaining benefits. */
		default: 30,
		max: 366,
	},
} as const satisfies Record<string, NumberDeclaration>;

/** The settings of a company that are on or off. All of them are off by default. */
export const COMPANY_SWITCHES = {
	secondFactorRequired: {
		column: 'second_factor_required',
		label: ['second factor required', 'zweiter Faktor erforderlich'],
		description:
			'Whether its administrators and verifiers need a second factor. They must set one up before they can do anything else.',
		isOwn: true,
	},
	monthlyBudgetRestrictsFlex: {
		column: 'monthly_budget_restricts_flex',
		label: ['monthly budget limits flex', 'Monatsbudget begrenzt Flex'],
		description:
			'Whether the monthly goodies budget also limits an employee’s spending in a month on all modules except SPORTS',
		isOwn: false,
	},
	ownBenefitsAllowed: {
		column: 'own_benefits_allowed',
		label: ['own benefits allowed', 'eigene Benefits erlaubt'],
		description:
			'Whether an administrator who is an employee may set their own access, budgets, pause and termination.',
		isOwn: false,
	},
	inviteFromDirectory: {
		column: 'invite_from_directory',
		label: ['people of the directory invited at once', 'Personen des Verzeichnisses sofort eingeladen'],
		description:
			'Whether new people from the company’s directory (SCIM) are invited at once. Otherwise invite them later.',
		isOwn: true,
	},
	assistants: {
		column: 'assistants',
		label: ['assistants and proposals', 'Assistenten und Vorschläge'],
		description: 'Whether assistants may read at `/mcp`, and changes may be proposed.',
		isOwn: true,
	},
	proposalsNeedSecondPerson: {
		column: 'proposals_need_second_person',
		label: ['proposals need a second person', 'Vorschläge brauchen eine zweite Person'],
		description:
			'Whether nobody may release their own proposal. The creator of an API key counts as its author.',
		isOwn: true,
	},
} as const satisfies Record<string, Declaration>;

const DECLARED = { ...COMPANY_NUMBERS, ...COMPANY_SWITCHES };

export const DECLARED_SETTINGS = Object.keys(DECLARED) as (keyof typeof DECLARED)[];

/** The declared settings that the company's own administrators may change. */
export const OWN_DECLARED_SETTINGS = DECLARED_SETTINGS.filter((name) => DECLARED[name].isOwn);
