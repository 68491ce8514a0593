import { ownAddress } from '../cookies.ts';
import type { Context } from '../env.ts';
import { isTicked, textIn } from '../typed.ts';

/** What goes along through the steps of a sign-in: where to go afterwards, and a form that is to be sent then. */
export interface Way {
	to: string;
	kept: string;
	/** Whether somebody who is signed in proves it once more. */
	isAgain: boolean;
}

export const Along = ({ to, kept, isAgain }: Way) => (
	<>
		<input type="hidden" name="to" value={to} />
		{kept !== '' && <input type="hidden" name="kept" value={kept} />}
		{isAgain && <input type="hidden" name="again" value="on" />}
	</>
);

export function wayOf(c: Context): Way {
	const { typed } = c.var;
	return {
		to: ownAddress(c, textIn(typed, 'to')),
		kept: textIn(typed, 'kept'),
		isAgain: isTicked(typed, 'again'),
	};
}
