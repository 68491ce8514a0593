import type { Child } from 'hono/jsx';
import type { z } from 'zod';
import type { DateWindows } from '../../administration/overview/date-windows/rules.ts';
import type { Person } from '../../benefits/employees/people/store.ts';
import { updateEmployeeRoute } from '../../benefits/employment/contract.ts';
import { newImport } from '../../benefits/onboarding/import/actions.ts';
import { inviteEmployees } from '../../benefits/onboarding/invitations/actions.ts';
import { MAX_INVITED } from '../../benefits/onboarding/invitations/rules.ts';
import { MAX_ROWS, type RowFields } from '../../benefits/onboarding/rows/rules.ts';
import { MODULES } from '../../foundation/core/modules.ts';
import { invalidField } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import type { App, Context } from '../env.ts';
import type { Say } from '../format.ts';
import { type FormDefinition, FormFor, type FormForProps, form, type Kinds } from '../forms.tsx';
import { optional, text } from '../kinds.tsx';
import { periodFrom } from '../person/form-of.tsx';
import { FORM_WORDS } from '../person/form-words.ts';
import { budgetSetting, setting } from '../person/forms.tsx';
import { previewed } from '../submit.ts';
import { type TakingExactly, takeFormExactly } from '../taking.ts';
import { textOrNull } from '../typed.ts';
import { type Line, lineToWire } from './lines.tsx';
import { chosenIds, peopleIn, type Selection } from './selection.ts';
import { WORDS } from './words.ts';

/** The results of all selected people, and those of the people who are still there. */
export interface Foreseen {
	lines: readonly Line[];
	people: readonly Person[];
}

interface Selected {
	companyId: string;
	ids: readonly string[];
	people: readonly Person[];
}

type Change<B> = (call: Call, selected: Selected, body: B, c: Context) => Promise<Outcome<Line[]>>;

interface Shown {
	c: Context;
	windows: DateWindows;
	say: Say;
}

type Filling<F extends Kinds> = Pick<FormForProps<F, Foreseen>, 'values' | 'given'> & { instead?: Child };

interface ManyForm<F extends Kinds, S extends z.ZodType>
	extends Pick<
		FormDefinition<F, S, Foreseen, Selection, Foreseen>,
		'words' | 'fields' | 'contract' | 'body'
	> {
	/** The most people that one request can change. */
	max: number;
	change: Change<z.output<S>>;
	/** Returns the values of the fields, or the content that replaces the fields. */
	fill(shown: Shown): Filling<F>;
}

function formOf<F extends Kinds, S extends z.ZodType>({ max, change, fill, ...rest }: ManyForm<F, S>) {
	const toWire = ({ lines }: Foreseen) => lines.map(lineToWire);
	const of = form({
		...rest,
		toWire,
		async attempt(call: Call, selection: Selection, body: z.output<S>, c: Context) {
			const people = await peopleIn(call, selection, max);
			const ids = chosenIds(selection, people, max);
			const outcome = await change(call, { companyId: selection.companyId, ids, people }, body, c);
			return { ...outcome, before: null, after: { lines: outcome.after, people } };
		},
		preview: previewed<Foreseen>,
	});
	return {
		of,
		take: (app: App, path: string, taking: TakingExactly<Foreseen, Selection>) =>
			takeFormExactly(app, path, of, taking),
		draw(shown: Shown, props: Pick<FormForProps<F, Foreseen>, 'to' | 'record' | 'save' | 'previews'>) {
			const { instead, ...filled } = fill(shown);
			return (
				<FormFor of={of} {...filled} {...props}>
					{instead}
				</FormFor>
			);
		},
	};
}

export const FORMS = {
	invitation: formOf({
		fields: {},
		max: MAX_INVITED,
		change: invite,
		fill: ({ say }) => ({ instead: <p>{WORDS[say.language].invited}</p> }),
	}),
	access: formOf({
		...setting,
		words: FORM_WORDS,
		max: MAX_ROWS,
		change: changing((body) => ({ person: {}, access: withEnd(body) })),
		fill: ({ windows, say }) => ({
			values: { allowedModules: MODULES },
			given: periodFrom(windows.setAccess, say),
		}),
	}),
	budget: formOf({
		...budgetSetting,
		words: FORM_WORDS,
		max: MAX_ROWS,
		change: changing((body) => ({ person: {}, goodies: withEnd(body) })),
		fill: ({ windows, say }) => ({ given: periodFrom(windows.setMonthlyBudget, say) }),
	}),
	group: formOf({
		words: WORDS,
		contract: updateEmployeeRoute,
		fields: { from: optional(text()), to: optional(text({ at: 'groups' })) },
		body({ from, to }) {
			if (from === null && to === null) throw invalidField('groups', 'required', 'Name a group.');
			return { groups: [to ?? from] };
		},
		max: MAX_ROWS,
		change: changing((_, { var: { typed } }) => ({
			person: { moved: { from: textOrNull(typed, 'from'), to: textOrNull(typed, 'to') } },
		})),
		fill: ({ c }) => ({ values: { from: c.req.query('group') ?? null } }),
	}),
};

export type ChangeName = keyof typeof FORMS;

const withEnd = <S extends { endDate?: number | null | undefined }>(of: S) => ({
	...of,
	endDate: of.endDate ?? null,
});

/** Applies one change to all selected people as an import does: in one batch, without the refused people. */
function changing<B>(fieldsOf: (body: B, c: Context) => RowFields): Change<B> {
	return async (call, { companyId, ids }, body, c) => {
		const fields = fieldsOf(body, c);
		const rows = ids.map((employeeId, index) => ({
			number: index + 1,
			pointer: `#/people/${index}`,
			cells: {},
			fields: { ...fields, person: { ...fields.person, employeeId } },
			faults: [],
		}));
		const outcome = await newImport(companyId, rows, true)(call);
		const lines = outcome.after.map(({ result, faults: [fault], changes }, index): Line => {
			const id = ids[index] ?? '';
			if (result === 'REFUSED') return { id, result, code: fault?.code, extras: fault?.extras, changes };
			return { id, result: result === 'UNCHANGED' ? 'UNCHANGED' : 'DONE', changes };
		});
		return { ...outcome, before: null, after: lines };
	};
}

async function invite(call: Call, { companyId, ids, people }: Selected): Promise<Outcome<Line[]>> {
	const outcome = await inviteEmployees(call, { companyId, ids });
	const invited = new Set(outcome.after.employeeIds);
	const known = new Map(people.map((person) => [person.id, person]));
	const lines = ids.map((id): Line => {
		if (invited.has(id)) return { id, result: 'DONE', changes: [] };
		const isRefused = outcome.after.refused.some(({ employeeId }) => employeeId === id);
		const code = isRefused ? 'too_many_invitations' : whyNotInvited(known.get(id));
		return { id, result: code === undefined ? 'UNCHANGED' : 'REFUSED', code, changes: [] };
	});
	return { ...outcome, before: null, after: lines };
}

/** Returns why a person was not invited; undefined if an earlier invitation is still valid. */
function whyNotInvited(person: Person | undefined): string | undefined {
	if (person === undefined) return 'not_found';
	const codes: Partial<Record<Person['state'], string>> = {
		REGISTERED: 'already_registered',
		CLOSED: 'user_closed',
		TERMINATED: 'has_left',
	};
	return codes[person.state];
}
