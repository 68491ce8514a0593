import { toYearMonth } from '../../core/instant.ts';
import type { OpenRun } from '../../payroll/open-run/rules.ts';
import { BASE } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Facts } from '../parts.tsx';
import { reachOf } from '../screen.ts';
import { Sums } from './sums.tsx';
import { waitingAddress } from './waiting-place.ts';
import { WORDS } from './words.ts';

/** What the month that closes next would pay as things are. */
export function OpenMonth({ companyId, open }: { companyId: string; open: OpenRun }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<section class="panel" id="open">
			<h2>{words.openMonth(say.monthName(toYearMonth(open.month)))}</h2>
			<div class="columns">
				<Facts
					rows={[
						[words.closes, words.untilEvening(say.day(open.closes))],
						[words.format, open.format === null ? words.noFormat : words.formats[open.format]],
						[words.lineCount, say.number(open.lineCount)],
						[words.toVerify, <ToVerify companyId={companyId} count={open.toVerify} />],
						[words.heldOver, say.number(open.heldOverCount)],
					]}
				/>
				<div>
					{open.sums.length === 0 ? (
						<Empty>{words.noSums}</Empty>
					) : (
						<Sums sums={open.sums} linesOf={(sum) => waitingAddress(companyId, sum)} />
					)}
					{open.lineCount + open.heldOverCount > 0 && (
						<p>
							<a href={waitingAddress(companyId)}>{words.oneByOne}</a>
						</p>
					)}
				</div>
			</div>
		</section>
	);
}

function ToVerify({ companyId, count }: { companyId: string; count: number }) {
	const { say, visitor } = useReader();
	const isVerifier = visitor !== undefined && reachOf(visitor, 'approveExpense') !== null;
	if (!isVerifier || count === 0) return say.number(count);
	return <a href={`${BASE}/verify?company=${companyId}`}>{say.number(count)}</a>;
}
