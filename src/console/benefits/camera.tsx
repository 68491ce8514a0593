import { addressOfAsset, useWords } from '../page.tsx';
import { WORDS } from './words.ts';

/** Only pages that read the code of a receipt may use the camera. */
export const WITH_CAMERA = 'camera=(self), geolocation=(), microphone=()';

/** The button that opens the camera. A script shows it if the device has a camera. */
export function ScanButton() {
	const words = useWords(WORDS);
	return (
		<button type="button" id="scan" class="main" hidden data-camera={addressOfAsset('camera.js')}>
			{words.scanShort}
		</button>
	);
}

export function Camera() {
	const words = useWords(WORDS);
	return (
		<dialog
			id="camera"
			aria-labelledby="camera-title"
			data-opening={words.cameraOpening}
			data-show={words.cameraShow}
			data-farther={words.cameraFarther}
			data-several={words.codeSeveral}
			data-forbidden={words.cameraForbidden}
			data-busy={words.cameraBusy}
			data-none={words.cameraNone}
		>
			<h2 id="camera-title">{words.scan}</h2>
			<video muted playsinline hidden />
			<p role="status" />
			<p class="buttons">
				<button type="button" class="main" data-take hidden>
					{words.cameraTake}
				</button>
				<button type="button" data-close>
					{words.cameraClose}
				</button>
			</p>
		</dialog>
	);
}
