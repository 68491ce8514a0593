import { originOf } from '../../foundation/core/mail-settings.ts';
import { dryRun } from '../../foundation/db/write.ts';
import { answerFile } from '../../foundation/http/file.ts';
import { createRouter } from '../../foundation/http/router.ts';
import { answerChanged } from '../../foundation/http/write.ts';
import { refusedFile, rowsOf, templateFile } from './file/contract.ts';
import { newImport, readImportTemplate } from './import/actions.ts';
import {
	importEmployeesRoute,
	previewToWire,
	readImportTemplateRoute,
	reportToWire,
} from './import/contract.ts';
import { inviteEmployee, inviteEmployees, inviteUser, printInvitation } from './invitations/actions.ts';
import {
	type InvitationOnWire,
	invitationsToWire,
	invitationToWire,
	inviteEmployeeRoute,
	inviteEmployeesRoute,
	inviteUserRoute,
} from './invitations/contract.ts';
import type { Invitation, Letter } from './invitations/rules.ts';
import { LETTER_POLICY, letterPage, letterToWire, printInvitationRoute } from './letters/contract.ts';

export const IMPORT_PATH = importEmployeesRoute.getRoutingPath();

const CSV = 'text/csv; charset=utf-8';

export const onboardingRoutes = createRouter()
	.openapi(importEmployeesRoute, async (c) => {
		const { companyId } = c.req.valid('param');
		const query = c.req.valid('query');
		const bytes = new Uint8Array(await c.req.arrayBuffer());
		const rows = rowsOf(c.req.header('Content-Type') ?? '', bytes, query.ignoreUnknown === 'true');
		const isDryRun = query.dryRun === 'true';
		if (isDryRun && /\btext\/csv\b/i.test(c.req.header('Accept') ?? '')) {
			const { call } = c.var;
			const attempt = newImport(companyId, rows, true);
			const { after } = await dryRun(call, () => attempt(call));
			return answerFile(c, 'refused-rows.csv', CSV, refusedFile(after));
		}
		const isPartial = isDryRun || query.partial === 'true';
		return answerChanged(c, newImport(companyId, rows, isPartial), reportToWire, {
			preview: previewToWire,
		});
	})
	.openapi(readImportTemplateRoute, async (c) => {
		await readImportTemplate(c.var.call, c.req.valid('param').companyId);
		const { language = 'en' } = c.req.valid('query');
		return answerFile(c, `employees-${language}.csv`, CSV, templateFile(language));
	})
	.openapi(inviteUserRoute, (c) => {
		const { userId } = c.req.valid('param');
		return answerInvitation(c, (call) => inviteUser(call, userId));
	})
	.openapi(inviteEmployeeRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		return answerInvitation(c, (call) => inviteEmployee(call, employeeId));
	})
	.openapi(inviteEmployeesRoute, (c) => {
		const filter = { ...c.req.valid('query'), companyId: c.req.valid('param').companyId };
		return answerChanged(c, (call) => inviteEmployees(call, filter), invitationsToWire);
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

type Context = Parameters<typeof answerChanged>[0];

const originHere = ({ env: { PUBLIC_URL } }: Context): string =>
	PUBLIC_URL === undefined ? '' : originOf(PUBLIC_URL);

type Attempt = Parameters<typeof answerChanged<Invitation, InvitationOnWire>>[1];

const answerInvitation = (c: Context, attempt: Attempt) =>
	answerChanged(c, attempt, (invitation) => invitationToWire(invitation, originHere(c)), {
		shownOnce: (wire) => ({ ...wire, link: null }),
	});
