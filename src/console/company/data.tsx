import { readCompany, readUsage, updateCompany } from '../../companies/actions.ts';
import { toWire, updateCompanyRoute } from '../../companies/contract.ts';
import { REFUSALS, Refusal } from '../../core/refusals.ts';
import { answerZip } from '../../http/file.ts';
import {
	type DueErasure,
	eraseEmployee,
	listErasures,
	requireErasureDue,
} from '../../privacy/erasure/actions.ts';
import { exportCompany } from '../../privacy/export/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { asApi, type Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { page } from '../page.tsx';
import { Panel, pageOf } from '../parts.tsx';
import { changed, checked } from '../submit.ts';
import { isTicked, numberIn, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { WORDS as DATA_WORDS } from './data-words.ts';
import { ErasurePage, Erasures } from './erasures.tsx';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { bytesIn, LIMITS, Limits, SAFEGUARDS } from './limits.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

/** The platform's own settings of a company; everybody else is refused by the action. */
export function saveLimits(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const patch = checked(updateCompanyRoute, {
		taxAffiliation: textIn(typed, 'taxAffiliation'),
		retentionMonths: numberIn(typed, 'retentionMonths') ?? Number.NaN,
		...Object.fromEntries(SAFEGUARDS.map((name) => [name, isTicked(typed, name)])),
		...Object.fromEntries(LIMITS.map((name) => [name, bytesIn(name, numberIn(typed, name))])),
	});
	return changed(c, {
		attempt: (call) => updateCompany(call, companyId, patch),
		to: () => savedAt(companyId, 'data'),
		toWire,
	});
}

export async function answerExport(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'exportCompany');
	const buckets = { receipts: c.env.RECEIPTS, history: c.env.HISTORY };
	const files = await exportCompany(c.var.call, buckets, companyId);
	return answerZip(asApi(c), `company-${companyId}.zip`, files);
}

const employeeIdIn = (c: Context): string => (c.req.param('employeeId') ?? '').toLowerCase();

/** Erases for good. */
export function erase(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'eraseEmployee');
	return changed(c, {
		attempt: (call) => eraseEmployee(call, employeeIdIn(c)),
		to: () => savedAt(companyId, 'data'),
	});
}

export async function showErasure(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'eraseEmployee');
	const refusal = state.refusal ?? (await reasonAgainst(c));
	const title = DATA_WORDS[c.var.language].erase;
	return page(
		c,
		{ title },
		<Frame companyId={companyId} name="data" title={title}>
			<ErasurePage companyId={companyId} employeeId={employeeIdIn(c)} refusal={refusal} />
		</Frame>,
		status,
	);
}

/** Why somebody cannot be erased now, if so. */
async function reasonAgainst(c: Context): Promise<Refusal | undefined> {
	try {
		await requireErasureDue(c.var.call, employeeIdIn(c));
		return undefined;
	} catch (error) {
		if (error instanceof Refusal && REFUSALS[(error as Refusal).code].status === 409) return error;
		throw error;
	}
}

/** After which leaver the list goes on. */
function keyIn(c: Context) {
	const [, date = '', id = ''] = /^(-?\d{1,15})\.([0-9a-z-]{1,36})$/.exec(c.req.query('after') ?? '') ?? [];
	return { dateTerminated: date === '' ? Number.MIN_SAFE_INTEGER : Number(date), id };
}

export async function showData(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const call = reading(c);
	const [company, usage, leavers] = await Promise.all([
		readCompany(call, companyId),
		readUsage(call, companyId),
		listErasures(call, companyId, keyIn(c), PAGE + 1),
	]);
	const words = DATA_WORDS[c.var.language];
	const cursorOf = ({ dateTerminated, id }: DueErasure) => `${dateTerminated}.${id}`;
	const { shown, next } = pageOf(leavers, cursorOf, PAGE);
	return page(
		c,
		{ title: WORDS[c.var.language].pages.data },
		<Frame companyId={companyId} name="data">
			<div class="columns">
				<div>
					<Erasures
						companyId={companyId}
						leavers={shown}
						next={next}
						retentionMonths={company.retentionMonths}
					/>
					<Panel title={words.export}>
						<p>{words.exportHint}</p>
						<p>
							<a class="button" href={addressOf(companyId, '/data/export')}>
								{words.exportNow}
							</a>
						</p>
					</Panel>
				</div>
				<Limits company={company} usage={usage} state={state} />
			</div>
		</Frame>,
		status,
	);
}
