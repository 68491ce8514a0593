import { Webhook } from 'standardwebhooks';

/** The parameters of the checks in `scenario.ts`. */
export interface Given {
	url: string;
	/** Sent with each request, so that the service sees each runtime at an address of its own. */
	headers: Record<string, string>;
	companyId: string;
	apiKey: string;
	delivery: Delivery;
}

export interface Delivery {
	secret: string;
	/** A second valid secret while the first is being replaced. */
	nextSecret: string;
	headers: Record<string, string>;
	body: string;
	/** When it was signed, in milliseconds. */
	at: number;
}

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
