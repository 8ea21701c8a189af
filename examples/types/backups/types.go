package backups

// Backup saves the volumes of a database, again and again.
type Backup struct {
	Spec BackupSpec `json:"spec"`

	// +k8s:optional
	Status *BackupStatus `json:"status,omitempty"`
}

// BackupSpec says what is saved, when, and where to.
type BackupSpec struct {
	// Database that is saved; it stays the same.
	// +k8s:required
	// +k8s:immutable
	// +k8s:format=k8s-short-name
	Database string `json:"database"`

	// Mode of saving.
	// +k8s:required
	Mode Mode `json:"mode"`

	// Schedule in the manner of cron; without one, a backup is made once.
	// +k8s:optional
	// +k8s:minLength=9
	// +k8s:maxLength=40
	Schedule *string `json:"schedule,omitempty"`

	// KeepDays tells when backups are thrown away.
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=3650
	KeepDays *int32 `json:"keepDays,omitempty"`

	// Volumes to save, each by its own name.
	// +k8s:required
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=4
	Volumes []Volume `json:"volumes,omitempty"`

	// Labels of the files that are written.
	// +k8s:optional
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:maxLength=63
	Labels map[string]string `json:"labels,omitempty"`

	// Bucket is where backups go, or Disk is.
	// +k8s:optional
	// +k8s:unionMember
	Bucket *Bucket `json:"bucket,omitempty"`

	// +k8s:optional
	// +k8s:unionMember
	Disk *Disk `json:"disk,omitempty"`
}

// Mode is how much is saved.
// +k8s:enum
type Mode string

const (
	// Full saves everything, each time.
	Full Mode = "Full"
	// Incremental saves what has changed since the last time.
	Incremental Mode = "Incremental"
)

// Volume is a part of a database.
type Volume struct {
	// +k8s:required
	// +k8s:format=k8s-short-name
	Name string `json:"name"`

	// Gigabytes that the volume may grow to.
	// +k8s:required
	// +k8s:minimum=1
	Gigabytes int64 `json:"gigabytes"`
}

// Bucket is a place in an object store.
type Bucket struct {
	// +k8s:required
	// +k8s:maxLength=63
	Name string `json:"name"`

	// Credentials can be set and replaced, and not be removed again.
	// +k8s:optional
	// +k8s:update=NoUnset
	Credentials *string `json:"credentials,omitempty"`
}

// Disk is a place on a disk.
type Disk struct {
	// +k8s:required
	// +k8s:maxLength=255
	Path string `json:"path"`
}

// BackupStatus is what the service has done.
type BackupStatus struct {
	// Runs so far.
	// +k8s:optional
	// +k8s:minimum=0
	Runs int64 `json:"runs,omitempty"`
}
