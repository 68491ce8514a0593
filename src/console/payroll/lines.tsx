import { toYearMonth } from '../../core/instant.ts';
import { wageTypeKeyOf } from '../../ledger/rules.ts';
import { listHeldOver } from '../../payroll/obstacles/actions.ts';
import { readWaitingLines } from '../../payroll/open-run/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { sayIn } from '../format.ts';
import { afterIn, List, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { titledPage } from '../page.tsx';
import { Panel, PersonName } from '../parts.tsx';
import { HinderedLines, Obstacles } from './obstacles.tsx';
import { Above, addressOf, filterIn, keyIn, namesIn, waitingAddress } from './place.tsx';
import { WORDS } from './words.ts';

/** The lines that wait for the open month, one by one, each with what keeps it out of the file. */
export async function showWaiting(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readOpenPayrollRun');
	const [filter, { language }] = [filterIn(c), c.var];
	const { month, lines } = await readWaitingLines(c.var.call, companyId, filter, keyIn(c), PAGE_AND_ONE);
	const words = WORDS[language];
	const title = words.waitingFor(sayIn(language).monthName(toYearMonth(month)));
	const isFiltered = Object.values(filter).some((one) => one !== undefined);
	const { lineName } = namesIn(language);
	return titledPage(
		c,
		{ title, above: <Above companyId={companyId} /> },
		<Panel>
			<List
				caption={title}
				columns={[
					{ title: words.person, of: (line) => <PersonName person={line} isNumbered /> },
					{
						title: words.module,
						of: (line) => (
							<>
								{lineName(line)}
								<Obstacles line={line} />
							</>
						),
					},
					{ title: words.costCenter, of: ({ costCenter }) => costCenter ?? words.none },
					{
						title: words.amount,
						of: ({ amountValue, currency }) => ({ amount: amountValue, currency }),
						isNumeric: true,
					},
				]}
				rows={lines}
				cursorOf={({ reference, id }) => `${reference} ${id}`}
				none={words.noneWaits}
			/>
			{isFiltered && (
				<p>
					<a href={waitingAddress(companyId)}>{words.allWaiting}</a>
				</p>
			)}
		</Panel>,
	);
}

/** The lines that a run carried over, each with its remedy. */
export async function showHeldOver(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listHeldOver');
	const runId = idIn(c, 'runId');
	const found = await listHeldOver(c.var.call, companyId, runId, afterIn(c), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return titledPage(
		c,
		{
			title: words.heldOverOf,
			above: <a href={addressOf(companyId, `/runs/${runId}`)}>{words.backToRun}</a>,
		},
		<Panel>
			<Paged rows={found} cursorOf={({ id }) => id}>
				{(shown) => (
					<HinderedLines
						caption={words.heldOverOf}
						lines={shown.map((line) => ({ ...line, wageType: wageTypeKeyOf(line), otherNumber: null }))}
					/>
				)}
			</Paged>
		</Panel>,
	);
}
