import { toYearMonth } from '../../core/instant.ts';
import { readWaitingLines } from '../../payroll/open-run/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { List, PAGE_AND_ONE } from '../listing.tsx';
import { Heading, page } from '../page.tsx';
import { Panel, PersonName } from '../parts.tsx';
import { Obstacles } from './obstacles.tsx';
import { filterIn, keyIn, waitingAddress } from './place.ts';
import { Above, namesIn } from './reader.tsx';
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
	return page(
		c,
		{ title },
		<>
			<Heading title={title} above={<Above companyId={companyId} />} />
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
			</Panel>
		</>,
	);
}
