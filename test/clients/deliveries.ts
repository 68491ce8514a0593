import { Webhook } from 'standardwebhooks';
import type { Delivery } from './scenario.ts';

/** Returns a delivery with two signatures, as during a rotation, made by the library of the scheme. */
export function newDelivery(at: Date): Delivery {
	const secret = `whsec_${btoa('the current secret of 32 bytes!!')}`;
	const nextSecret = `whsec_${btoa('the secret that replaces it soon')}`;
	const id = 'msg_01890a5d-ac96-774b-bcce-b302099a8057';
	const body = JSON.stringify({ type: 'employee.created', data: { changedFields: ['firstName: Jürgen €'] } });
	const signatures = [secret, nextSecret].map((one) => new Webhook(one).sign(id, at, body));
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': signatures.join(' '),
	};
	return { secret, nextSecret, headers, body, at: at.getTime() };
}
