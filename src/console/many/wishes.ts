import type { Change } from '../../core/history.ts';
import { invalidField, type RefusalExtras } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import type { Person } from '../../employees/people/store.ts';
import { updateEmployeeRoute } from '../../employment/contract.ts';
import { importEmployees } from '../../onboarding/import/actions.ts';
import { inviteEmployees } from '../../onboarding/invitations/actions.ts';
import { MAX_INVITED } from '../../onboarding/invitations/rules.ts';
import { MAX_ROWS, type RowFields } from '../../onboarding/rows/rules.ts';
import { accessIn, budgetIn } from '../person/changes.ts';
import { checked } from '../submit.ts';
import { textOrNull } from '../typed.ts';

/** The result for one selected person. */
export interface Line {
	id: string;
	result: 'DONE' | 'UNCHANGED' | 'REFUSED';
	code?: string | undefined;
	extras?: RefusalExtras | undefined;
	changes: readonly Pick<Change, 'type' | 'before' | 'after'>[];
}

type Work = (
	call: Call,
	companyId: string,
	ids: readonly string[],
	people: readonly Person[],
) => Promise<Outcome<Line[]>>;

interface Wish {
	/** Most people of one request. */
	max: number;
	/** Takes what was typed as the contract of the API does, and returns what is to be done. */
	read(typed: FormData): Work;
}

export const WISHES = {
	invitation: { max: MAX_INVITED, read: () => invite },
	access: { max: MAX_ROWS, read: (typed) => changing({ person: {}, access: ofAccess(accessIn(typed)) }) },
	budget: { max: MAX_ROWS, read: (typed) => changing({ person: {}, goodies: ofAccess(budgetIn(typed)) }) },
	group: { max: MAX_ROWS, read: (typed) => changing({ person: { moved: groupsIn(typed) } }) },
} satisfies Record<string, Wish>;

export type WishName = keyof typeof WISHES;

const ofAccess = <S extends { endDate?: number | null | undefined }>(setting: S) => ({
	...setting,
	endDate: setting.endDate ?? null,
});

function groupsIn(typed: FormData) {
	const moved = { from: textOrNull(typed, 'from'), to: textOrNull(typed, 'to') };
	if (moved.from === null && moved.to === null) throw invalidField('groups', 'required', 'Name a group.');
	checked(updateEmployeeRoute, { groups: [moved.to ?? moved.from] });
	return moved;
}

/** Makes one change for everybody by the rules of an import: one batch, without the refused people. */
const changing =
	(fields: RowFields): Work =>
	async (call, companyId, ids) => {
		const rows = ids.map((employeeId, index) => ({
			number: index + 1,
			pointer: `#/people/${index}`,
			cells: {},
			fields: { ...fields, person: { ...fields.person, employeeId } },
			faults: [],
		}));
		const outcome = await importEmployees(call, companyId, rows, true);
		const lines = outcome.after.map(({ result, faults: [fault], changes }, index): Line => {
			const id = ids[index] ?? '';
			if (result === 'REFUSED') return { id, result, code: fault?.code, extras: fault?.extras, changes };
			return { id, result: result === 'UNCHANGED' ? 'UNCHANGED' : 'DONE', changes };
		});
		return { ...outcome, before: null, after: lines };
	};

const invite: Work = async (call, companyId, ids, people) => {
	const outcome = await inviteEmployees(call, { companyId, ids });
	const invited = new Set(outcome.after.employeeIds);
	const known = new Map(people.map((person) => [person.id, person]));
	const lines = ids.map((id): Line => {
		if (invited.has(id)) return { id, result: 'DONE', changes: [] };
		const code = whyNotInvited(known.get(id));
		return { id, result: code === undefined ? 'UNCHANGED' : 'REFUSED', code, changes: [] };
	});
	return { ...outcome, before: null, after: lines };
};

/** Why somebody is not invited; undefined while an earlier invitation is still good. */
function whyNotInvited(person: Person | undefined): string | undefined {
	if (person === undefined) return 'not_found';
	const codes: Partial<Record<Person['state'], string>> = {
		REGISTERED: 'already_registered',
		CLOSED: 'user_closed',
		TERMINATED: 'has_left',
	};
	return codes[person.state];
}
