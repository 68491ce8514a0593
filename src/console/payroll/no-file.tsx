import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import { Form, type Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { textIn } from '../typed.ts';
import { type HinderedLine, HinderedLines, OfficeObstacle } from './obstacles.tsx';
import { WORDS } from './words.ts';

interface Props extends Required<Refused> {
	/** Where files are asked for. */
	to: string;
	hindered: readonly HinderedLine[];
}

/** Why there is no file, what is wrong with which line, and the way to a file without them. */
export function NoFile({ to, hindered, typed, refusal }: Props) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { errors = [] } = refusal.extras;
	const office = errors.find(({ pointer }) => pointer === '#/settings');
	const count = new Set(errors.map(({ pointer }) => pointer)).size;
	return (
		<>
			<Note mood="bad">
				<p>{sentenceOf(refusal, say)}</p>
				{office !== undefined && <OfficeObstacle code={office.code as ObstacleCode} />}
			</Note>
			{hindered.length > 0 && <HinderedLines caption={words.obstacles} lines={hindered} />}
			{refusal.code === 'export_incomplete' && office === undefined && (
				<Form to={to}>
					<input type="hidden" name="format" value={textIn(typed, 'format')} />
					{isReissue(typed) && <input type="hidden" name="and" value="reissue" />}
					<p>{words.gapsHint}</p>
					<button type="submit" name="_do" value="leave-out">
						{words.withGaps(count)}
					</button>
				</Form>
			)}
		</>
	);
}

/** Whether a new version is asked for, also by the form that leaves lines out. */
export const isReissue = (typed: FormData): boolean =>
	[textIn(typed, '_do'), textIn(typed, 'and')].includes('reissue');
