import { readCompany, readUsage } from '../../companies/actions.ts';
import { answerZip } from '../../http/file.ts';
import {
	type DueErasure,
	eraseEmployee,
	listErasures,
	requireErasureDue,
} from '../../privacy/erasure/actions.ts';
import { isOnlyEmployee } from '../../privacy/erasure/rules.ts';
import { exportCompany } from '../../privacy/export/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, BASE, type Context, idIn } from '../env.ts';
import { form, sentWith, takeForm } from '../forms.tsx';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, NameLink, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { proof } from '../sign-in/routes.ts';
import { Erasure, reasonAgainst } from '../users/access.tsx';
import { reading } from '../visit.ts';
import { addressOf, companyPage, savedAt } from './frame.tsx';
import { Limits, limits } from './limits.tsx';
import { DATA_WORDS } from './words.ts';

const erasure = form({ fields: {}, attempt: (call, _: string, __, c) => eraseEmployee(call, employeeIn(c)) });

export function takeData(app: App): void {
	const to = (companyId: string) => savedAt(companyId, 'data');
	takeForm(app, '/company/data', limits, {
		idOf: (c) => companyNamed(c, 'updateCompany'),
		to,
		show: showData,
	});
	app.get('/company/data/export', proof, answerExport);
	app.get('/company/data/:employeeId/erasure', proof, showErasure);
	takeForm(app, '/company/data/:employeeId/erasure', erasure, {
		idOf: (c) => companyNamed(c, 'eraseEmployee'),
		to,
		show: showErasure,
		guard: proof,
	});
}

async function answerExport(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'exportCompany');
	const buckets = { receipts: c.env.RECEIPTS, history: c.env.HISTORY };
	const files = await exportCompany(c.var.call, buckets, companyId);
	return answerZip(asApi(c), `company-${companyId}.zip`, files);
}

const employeeIn = (c: Context): string => idIn(c, 'employeeId');

async function showErasure(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'eraseEmployee');
	const employeeId = employeeIn(c);
	const refusal =
		sentWith(c, erasure).refusal ?? (await reasonAgainst(requireErasureDue(c.var.call, employeeId)));
	const { erase, eraseWhat, eraseStays } = DATA_WORDS[c.var.language];
	return companyPage(
		c,
		{ companyId, name: 'data', title: erase },
		<Erasure
			to={addressOf(companyId, `/data/${employeeId}/erasure`)}
			back={addressOf(companyId, '/data')}
			consequences={[eraseWhat, eraseStays]}
			refusal={refusal}
		/>,
	);
}

/** Returns the key of the last person on the previous page. */
function keyIn(c: Context) {
	const [, date = '', id = ''] = /^(-?\d{1,15})\.([0-9a-z-]{1,36})$/.exec(afterIn(c)) ?? [];
	return { dateTerminated: date === '' ? Number.MIN_SAFE_INTEGER : Number(date), id };
}

export async function showData(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const call = reading(c);
	const [company, usage, leavers] = await Promise.all([
		readCompany(call, companyId),
		readUsage(call, companyId),
		listErasures(call, companyId, keyIn(c), PAGE_AND_ONE),
	]);
	const words = DATA_WORDS[c.var.language];
	return companyPage(
		c,
		{ companyId, name: 'data' },
		<div class="columns">
			<div>
				<Panel title={words.erasures}>
					<p>{words.erasuresHint(company.retentionMonths)}</p>
					<Leavers companyId={companyId} leavers={leavers} />
				</Panel>
				<Panel title={words.export}>
					<p>{words.exportHint}</p>
					<p>
						<ButtonLink to={addressOf(companyId, '/data/export')}>{words.exportNow}</ButtonLink>
					</p>
				</Panel>
			</div>
			<Limits company={company} usage={usage} />
		</div>,
	);
}

/** Former employees, with the day from which their personal values may be erased. */
function Leavers({ companyId, leavers }: { companyId: string; leavers: readonly DueErasure[] }) {
	return (
		<Paged
			rows={leavers}
			cursorOf={({ dateTerminated, id }) => `${dateTerminated}.${id}`}
			none={useWords(DATA_WORDS).noLeavers}
		>
			{(shown) => (
				<ul class="rows">
					{shown.map((leaver) => (
						<li>
							<span>
								<NameLink to={`${BASE}/people/${leaver.id}`}>{nameOf(leaver)}</NameLink>
								{leaver.personnelNumber !== null && <small class="below">{leaver.personnelNumber}</small>}
							</span>
							<Due companyId={companyId} leaver={leaver} />
						</li>
					))}
				</ul>
			)}
		</Paged>
	);
}

function Due({ companyId, leaver }: { companyId: string; leaver: DueErasure }) {
	const { c, may, say } = useReader();
	const words = useWords(DATA_WORDS);
	const { id, dateDue, roles } = leaver;
	if (dateDue > c.var.now) return <Badge mood="calm">{words.dueOn(say.day(dateDue))}</Badge>;
	if (!isOnlyEmployee(roles)) return <Badge mood="bad">{words.hasRoles}</Badge>;
	return may('eraseEmployee') ? (
		<ButtonLink to={addressOf(companyId, `/data/${id}/erasure`)}>{words.erase}</ButtonLink>
	) : (
		<Badge mood="waiting">{words.due}</Badge>
	);
}
