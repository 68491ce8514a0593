import { wageTypeKeyOf } from '../../ledger/rules.ts';
import { listHeldOver } from '../../payroll/held-over/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Heading, page } from '../page.tsx';
import { Paging, Panel, pageOf } from '../parts.tsx';
import { HinderedLines } from './obstacles.tsx';
import { addressOf, idIn } from './place.ts';
import { WORDS } from './words.ts';

const PAGE = 50;

/** The lines that a run held over, each with what mends it. */
export async function showHeldOver(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listHeldOver');
	const runId = idIn(c, 'runId');
	const found = await listHeldOver(c.var.call, companyId, runId, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(found, ({ id }) => id);
	const lines = shown.map((line) => ({ ...line, wageType: wageTypeKeyOf(line), otherNumber: null }));
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.heldOverOf },
		<>
			<Heading
				title={words.heldOverOf}
				above={<a href={addressOf(companyId, `/runs/${runId}`)}>{words.backToRun}</a>}
			/>
			<Panel>
				<HinderedLines caption={words.heldOverOf} lines={lines} />
			</Panel>
			<Paging next={next} />
		</>,
	);
}
