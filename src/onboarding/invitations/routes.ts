import { originOf } from '../../core/mail-settings.ts';
import { createRouter } from '../../http/router.ts';
import { answerChanged } from '../../http/write.ts';
import { inviteEmployee, inviteEmployees, inviteUser, printInvitation } from './actions.ts';
import {
	type InvitationOnWire,
	invitationsToWire,
	invitationToWire,
	inviteEmployeeRoute,
	inviteEmployeesRoute,
	inviteUserRoute,
	letterToWire,
	printInvitationRoute,
} from './contract.ts';
import { LETTER_POLICY, letterPage } from './letter.ts';
import type { Invitation, Letter } from './rules.ts';

type Context = Parameters<typeof answerChanged>[0];

const originHere = ({ env: { PUBLIC_URL } }: Context): string =>
	PUBLIC_URL === undefined ? '' : originOf(PUBLIC_URL);

type Attempt = Parameters<typeof answerChanged<Invitation, InvitationOnWire>>[1];

const answerInvitation = (c: Context, attempt: Attempt) =>
	answerChanged(c, attempt, (invitation) => invitationToWire(invitation, originHere(c)), {
		shownOnce: (wire) => ({ ...wire, link: null }),
	});

export const invitationRoutes = createRouter()
	.openapi(inviteUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerInvitation(c, (call) => inviteUser(call, userId));
	})
	.openapi(inviteEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		return answerInvitation(c, (call) => inviteEmployee(call, employeeId));
	})
	.openapi(inviteEmployeesRoute, (c) => {
		const { dryRun: _, ...others } = c.req.valid('query');
		const filter = { ...others, companyId: c.req.valid('param').companyId };
		return answerChanged(c, (call) => inviteEmployees(call, filter), invitationsToWire, { dryRun: true });
	})
	.openapi(printInvitationRoute, async (c) => {
		const { employeeId } = c.req.valid('param');
		let letter: Letter | undefined;
		const printing: Parameters<typeof answerChanged<Letter, object>>[1] = async (call) => {
			const outcome = await printInvitation(call, employeeId);
			letter = outcome.after;
			return outcome;
		};
		const answer = await answerChanged(c, printing, letterToWire, {
			shownOnce: (wire) => ({ ...wire, code: null }),
		});
		const isRepeated = answer.headers.has('Idempotency-Replayed');
		if (letter === undefined || isRepeated || !/\btext\/html\b/.test(c.req.header('Accept') ?? ''))
			return answer;
		c.set('contentPolicy', LETTER_POLICY);
		return c.html(letterPage(letter, originHere(c))) as never;
	});
