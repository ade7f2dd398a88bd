/** The base of elements that are a whole page: they render first in a task of their own, after the scripts have run. */
import { ownTask } from "./after-frame";
import { LightElement } from "./light-element";

export abstract class DeferredElement extends LightElement {
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await ownTask();
    super.scheduleUpdate();
  }
}
